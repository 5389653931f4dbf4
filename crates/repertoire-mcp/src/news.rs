//! Who is told of a change: a client with a session, and a client that listens.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionContext};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::watch::{Change, News};

/// The resources that a client with a session subscribed to.
pub(crate) type Subscribed = Mutex<BTreeSet<String>>;

/// The next change; who fell behind is told that anything may have changed.
async fn next(news: &mut Receiver<News>) -> Option<Option<News>> {
    match news.recv().await {
        Ok(change) => Some(Some(change)),
        Err(RecvError::Lagged(_)) => Some(None),
        Err(RecvError::Closed) => None,
    }
}

fn files_changed(change: Option<&Change>) -> bool {
    change.is_none_or(|change| !change.files.is_empty())
}

fn catalog_changed(change: Option<&Change>) -> bool {
    change.is_none_or(|change| change.catalog)
}

fn touches(change: Option<&Change>, uri: &str) -> bool {
    change.is_none_or(|change| change.touches(uri))
}

/// Tells a client with a session of all changes, and of the resources that it subscribed to.
pub(crate) async fn tell_session(
    peer: Peer<RoleServer>,
    mut news: Receiver<News>,
    subscribed: Arc<Subscribed>,
) {
    while let Some(change) = next(&mut news).await {
        let change = change.as_deref();
        let mut sent = Ok(());
        if files_changed(change) {
            sent = sent.and(peer.notify_resource_list_changed().await);
        }
        if catalog_changed(change) {
            sent = sent.and(peer.notify_tool_list_changed().await);
            sent = sent.and(peer.notify_prompt_list_changed().await);
        }
        let updated: Vec<String> = {
            let subscribed = subscribed.lock().unwrap_or_else(PoisonError::into_inner);
            subscribed.iter().filter(|uri| touches(change, uri)).cloned().collect()
        };
        for uri in updated {
            let param = ResourceUpdatedNotificationParam::new(uri);
            sent = sent.and(peer.notify_resource_updated(param).await);
        }
        if sent.is_err() {
            return;
        }
    }
}

/// Tells a client that listens of what it asked for, until it has heard enough.
pub(crate) async fn tell_listener(context: &SubscriptionContext, mut news: Receiver<News>) {
    let (sink, wanted) = (context.sink(), context.accepted());
    loop {
        let change = tokio::select! {
            () = context.cancelled() => return,
            change = next(&mut news) => change,
        };
        let Some(change) = change else { return };
        let change = change.as_deref();
        let mut sent = Ok(());
        if wanted.resources_list_changed == Some(true) && files_changed(change) {
            sent = sent.and(sink.notify_resource_list_changed().await);
        }
        if wanted.tools_list_changed == Some(true) && catalog_changed(change) {
            sent = sent.and(sink.notify_tool_list_changed().await);
        }
        if wanted.prompts_list_changed == Some(true) && catalog_changed(change) {
            sent = sent.and(sink.notify_prompt_list_changed().await);
        }
        for uri in wanted.resource_subscriptions.iter().flatten() {
            if touches(change, uri) {
                sent = sent.and(sink.notify_resource_updated(uri).await);
            }
        }
        if sent.is_err() {
            return;
        }
    }
}
