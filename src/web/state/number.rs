//! Numbers in addresses.

use crate::messages::say;
use crate::web::failed::RequestError;
use std::str::FromStr;

/// The number that a parameter has.
pub fn number<T: FromStr>(name: &str, text: &str) -> Result<T, RequestError> {
    text.parse().map_err(|_| {
        let message = say!("error-address-number", name = name, text = text);
        let help = say!("error-address-number-help");
        RequestError::unread("bad_value", message, help)
    })
}
