//! The language of work that goes on from thread to thread.

use kifu_language::messages::{Locale, within};
use std::future::poll_fn;
use std::pin::pin;

/// Does work in a language, whatever thread it goes on at.
pub(crate) async fn speaking<T>(locale: Locale, work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    poll_fn(|context| within(locale, || work.as_mut().poll(context))).await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_language::messages::spoken;

    #[test]
    fn work_keeps_its_language_where_it_waits() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let told = runtime.unwrap().block_on(async {
            let work = async {
                tokio::task::yield_now().await;
                spoken()
            };
            (speaking(Locale::Korean, work).await, spoken())
        });
        assert_eq!(told, (Locale::Korean, Locale::English));
    }
}
