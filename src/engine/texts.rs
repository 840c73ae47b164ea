//! The values of a game in some columns, without making those of the others.
//!
//! A row is serialised as for JSON, into a serializer that only looks at the keys that are wanted. Tables of whole
//! archives are made so; an object for every game took several times as long.

use super::columns::Column;
use serde::ser::{Error as _, Impossible, SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::{Error, Value, to_value};

/// The texts of a row in these columns, as [`Column::text`] gives them; empty where nothing is known.
pub fn texts(row: &impl Serialize, columns: &[&'static Column]) -> Vec<String> {
    let mut wanted = Wanted {
        columns,
        texts: vec![String::new(); columns.len()],
        key: String::new(),
    };
    // Rows are objects, whose values can all be serialised.
    let _ = row.serialize(&mut wanted);
    wanted.texts
}

/// Takes the wanted values of an object.
struct Wanted<'c> {
    columns: &'c [&'static Column],
    texts: Vec<String>,
    /// The key of a map that waits for its value.
    key: String,
}

impl Wanted<'_> {
    fn take<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Error> {
        for (column, text) in self.columns.iter().zip(&mut self.texts) {
            if column.name == key {
                *text = column.text_of(to_value(value)?);
            }
        }
        Ok(())
    }
}

impl SerializeMap for &mut Wanted<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = match to_value(key)? {
            Value::String(key) => key,
            key => key.to_string(),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.take(&key, value)
    }

    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<(), Error> {
        self.serialize_key(key)?;
        self.serialize_value(value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeStruct for &mut Wanted<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.take(key, value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

fn no_object<T>() -> Result<T, Error> {
    Err(Error::custom("a row is an object"))
}

/// What is no object.
macro_rules! refused {
    ($($name:ident($($of:ty),*);)*) => {
        $(fn $name(self, $(_: $of),*) -> Result<(), Error> {
            no_object()
        })*
    };
}

impl<'w, 'c> Serializer for &'w mut Wanted<'c> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = &'w mut Wanted<'c>;
    type SerializeStruct = &'w mut Wanted<'c>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Error> {
        Ok(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    refused! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        no_object()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        no_object()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
        no_object()
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Error> {
        no_object()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        no_object()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        no_object()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::columns::COLUMNS;
    use crate::engine::row::GameRow;
    use crate::origin::Origin;
    use crate::record::Replayer;

    /// All columns of games read from files of every kind are those of the JSON object.
    #[test]
    fn the_texts_are_those_of_the_object() {
        let columns: Vec<&Column> = COLUMNS.iter().collect();
        let mut known = vec![false; columns.len()];
        for bytes in [
            &b"(;SZ[19:13]PB[Cho U 9p, Anna]WR[3d?]PW[Ben]DT[1846-09-11,14]KM[6.5]RE[W+2.5];B[pd](;W[dp])(;W[dd]))"[..],
            b"(;HA[2]AB[dd][pp]TM[60]OT[3x30]EV[Honinbo]RO[final]PC[Edo]GC[good]RU[Japanese]BT[East]WT[West];W[pd])",
            b"(;AN[a]GN[b]ON[c]SO[d]US[e]CP[f]BR[5d];B[pd];W[dd];B[pq];W[dq])",
            b"(;GM[9];B[b1b3])",
            b"(;GM[2];B[a1])",
        ] {
            let parsed = crate::formats::read(bytes);
            let origin = Origin::file(std::path::PathBuf::from("/a.sgf")).game(1);
            let mut replayer = Replayer::new();
            let record = &parsed.records[0];
            let row = GameRow::of_record(record, &origin, &parsed.text, &columns, &mut replayer);
            let object = row.object();
            let expected: Vec<String> = columns.iter().map(|c| c.text(&object)).collect();
            assert_eq!(texts(&row, &columns), expected);
            for (known, text) in known.iter_mut().zip(&expected) {
                *known |= !text.is_empty();
            }
        }
        assert!(known.iter().filter(|known| **known).count() > 30);
        assert!(texts(&"no object", &columns).iter().all(String::is_empty));
    }
}
