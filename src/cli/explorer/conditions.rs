//! What is asked beside a position: a query for the games, and what its hits have to be.

use super::args::HitArgs;
use crate::cli::asked;
use crate::cli::planned;
use crate::cli::search::Failure;
use crate::index::Index;
use crate::query::ast::beside;
use crate::query::order::{Order, take_orders};
use crate::query::plan::{On, Plan, terms_of};
use crate::query::sentence::sentence;
use crate::query::terms::{Terms, Within};
use crate::query::{Query, join_arguments, parse};

/// The conditions of the arguments.
pub(in crate::cli) struct Conditions {
    pub(in crate::cli) terms: Terms,
    /// The query for the games, if there is one.
    pub(in crate::cli) plan: Option<Plan>,
    pub(in crate::cli) orders: Vec<Order>,
    /// All of it as one query.
    query: Query,
}

impl Conditions {
    pub(in crate::cli) fn of(
        args: &HitArgs,
        index: &Index,
        on: &On,
    ) -> Result<Conditions, Failure> {
        let (query, text) = asked::query(args.filter.as_slice(), &args.sort)?;
        let failed = |error| Failure::Query(error, text.clone());
        let (games, orders) = take_orders(&query).map_err(failed)?;
        let plan = match &games.root {
            Some(_) => Some(planned::plan(index, &games).map_err(failed)?),
            None => None,
        };
        let (about, text) = about_the_hit(args)?;
        let terms = terms_of(&about, on).map_err(|error| Failure::Query(error, text))?;
        Ok(Conditions {
            terms,
            plan,
            orders,
            query: beside(games, about),
        })
    }

    /// The conditions in words, if there are any.
    pub(in crate::cli) fn sentence(&self) -> Option<String> {
        (self.query.root.as_ref()).map(|_| format!("{}.", sentence(&self.query)))
    }

    /// The conditions as one query, if there are any.
    pub(in crate::cli) fn canonical(&self) -> Option<String> {
        (self.query.root.as_ref()).map(|_| self.query.to_string())
    }

    /// Where hits are.
    pub(in crate::cli) fn place(&self) -> &'static str {
        match self.terms.within {
            Within::Main => " on its main line",
            Within::Variations => " in a variation",
            Within::Any => "",
        }
    }
}

/// The options about hits as the clauses that mean the same, and their text.
fn about_the_hit(args: &HitArgs) -> Result<(Query, String), Failure> {
    let options = [
        ("next", &args.next),
        ("tomove", &args.tomove),
        ("move", &args.at_move),
        ("in", &args.within),
        ("colours", &args.colours),
    ];
    let clauses = options
        .iter()
        .filter_map(|(field, value)| Some(format!("{field}:{}", value.as_ref()?)));
    let text = join_arguments(&clauses.collect::<Vec<_>>());
    let query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    Ok((query, text))
}
