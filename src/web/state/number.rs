//! Parses numbers in addresses.

use crate::request_error::RequestError;
use kifu_messages::say;
use std::str::FromStr;

/// Parses the number that a parameter contains, or makes the error that names the parameter.
pub(crate) fn number<T: FromStr>(name: &str, text: &str) -> Result<T, RequestError> {
    text.parse().map_err(|_| {
        let message = say!("error-address-number", name = name, text = text);
        let help = say!("error-address-number-help");
        RequestError::bad_request("bad_value", message, help)
    })
}
