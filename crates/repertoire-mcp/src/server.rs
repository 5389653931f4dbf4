//! The methods of the protocol, each of which looks at the skills anew.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, DiscoverResult, ErrorCode,
    ErrorData, GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams, GetSkillResult,
    Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceTemplate,
    ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use tokio::sync::{Semaphore, broadcast};

use crate::error::Refusal;
use crate::library::{Library, View};
use crate::news::{self, Subscribed};
use crate::page::{Page, only};
use crate::resources::is_one;
use crate::revision::{self, Known};
use crate::watch::{Look, News, SHARE};

/// So many requests look at files at once.
const WORKERS: u32 = 2;

/// So many changes wait for a listener that is slow; then it is told that anything may have changed.
const NEWS: usize = 16;

/// A client without the newer kind of subscription holds at most so many.
const MAX_SUBSCRIBED: usize = 1_000;

const INSTRUCTIONS: &str = "This server offers agent skills: complete instructions for kinds of tasks. \
A client that knows the Skills extension reads them with `skills/list` and `resources/read`. Any other calls the tool `skill_load` \
with the name of a skill before it begins a task that the skill is for, and `skill_search` to find one.";

/// The server of one client.
#[derive(Clone)]
pub(crate) struct Server {
    library: Arc<Library>,
    workers: Arc<Semaphore>,
    watching: Arc<AtomicBool>,
    news: broadcast::Sender<News>,
    subscribed: Arc<Subscribed>,
}

impl Server {
    pub(crate) fn new(library: Arc<Library>) -> Self {
        Self {
            library,
            workers: Arc::new(Semaphore::new(WORKERS as usize)),
            watching: Arc::default(),
            news: broadcast::Sender::new(NEWS),
            subscribed: Arc::default(),
        }
    }

    /// Looks at the skills as they are now, on a thread that may wait for files.
    async fn look<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        answer: impl FnOnce(&View<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, ErrorData> {
        self.work(context, move |library| answer(&library.view())).await
    }

    /// Reads files of a skill. Where skills are need not be looked for each time: a client reads file
    /// after file. What is not found where it was is looked for again.
    async fn read<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        answer: impl Fn(&View<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, ErrorData> {
        self.work(context, move |library| {
            let recent = library.recent().and_then(|view| answer(&view).ok());
            recent.map_or_else(|| answer(&library.view()), Ok)
        })
        .await
    }

    /// A page of skills. The first one looks for them; where the others go on, it was looked just now.
    async fn page<T: Send + 'static>(
        &self,
        request: Option<PaginatedRequestParams>,
        context: &RequestContext<RoleServer>,
        page: impl Fn(&View<'_>, Option<&str>) -> Result<Page<T>, Refusal> + Send + 'static,
    ) -> Result<Page<T>, ErrorData> {
        match request.and_then(|request| request.cursor) {
            None => self.look(context, move |view| page(view, None)).await,
            Some(cursor) => self.read(context, move |view| page(view, Some(&cursor))).await,
        }
    }

    async fn work<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        answer: impl FnOnce(&Library) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, ErrorData> {
        self.watch();
        let library = Arc::clone(&self.library);
        let permit = tokio::select! {
            permit = Arc::clone(&self.workers).acquire_owned() => permit,
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("the request was cancelled", None)),
        };
        let done = tokio::task::spawn_blocking(move || {
            let answer = answer(&library);
            drop(permit);
            answer
        });
        match done.await {
            Ok(answer) => answer.map_err(ErrorData::from),
            Err(_) => Err(ErrorData::internal_error("the request could not be worked on", None)),
        }
    }

    /// Begins to look for changes. The first look is done before any later request is worked on, so
    /// that no change after its answer is missed.
    fn watch(&self) {
        if self.watching.swap(true, Ordering::Relaxed) {
            return;
        }
        let Self { library, workers, news, .. } = self.clone();
        tokio::spawn(async move {
            let mut last: Option<Look> = None;
            loop {
                let Ok(permits) =
                    Arc::clone(&workers).acquire_many_owned(if last.is_none() { WORKERS } else { 1 }).await
                else {
                    return;
                };
                let seen = Arc::clone(&library);
                let began = tokio::time::Instant::now();
                let Ok(look) = tokio::task::spawn_blocking(move || Look::of(&seen)).await else { return };
                drop(permits);
                let took = began.elapsed();
                let change = last.as_ref().map(|last| last.changes(&look)).unwrap_or_default();
                if !change.is_none() {
                    // Nobody may be listening.
                    let _ = news.send(Arc::new(change));
                }
                last = Some(look);
                tokio::time::sleep(library.options.interval.max(took * SHARE)).await;
            }
        });
    }

    fn subscribed(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.subscribed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A result that holds a page. How long it is fresh is left to the library: no time, where the revision
/// has a field for it, because each answer is true at its own moment only.
macro_rules! paged {
    ($result:ident, $page:expr) => {{
        let Page { items, next } = $page;
        let mut result = $result::with_all_items(items);
        result.next_cursor = next;
        Ok(result)
    }};
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_skills_with_directory_read()
            .build();
        let program = Implementation::new("repertoire", env!("CARGO_PKG_VERSION")).with_title("Repertoire");
        ServerConfig::new(capabilities).with_server_info(program).with_instructions(INSTRUCTIONS)
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.watch();
        let info = self.negotiate_initialize(&request)?;
        request.protocol_version = info.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(revision::welcome(info))
    }

    async fn discover(&self, _context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        self.watch();
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.get_info()))
    }

    async fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        let page = self.page(request, &context, |view, cursor| view.list_skills(cursor)).await?;
        paged!(ListSkillsResult, page)
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        let skill = self.read(&context, move |view| view.get_skill(&request.uri)).await?;
        Ok(GetSkillResult::new(skill))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let page = self.page(request, &context, |view, cursor| view.list_resources(cursor)).await?;
        paged!(ListResourcesResult, page)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let files = ResourceTemplate::new("skill://{+path}", "skill-file")
            .with_title("A file of a skill")
            .with_description("Any file below the directory of a skill, beside its SKILL.md.");
        let cursor = request.and_then(|request| request.cursor);
        let page = only(cursor.as_deref(), vec![Known::to(&context).template(files)])?;
        paged!(ListResourceTemplatesResult, page)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = self.read(&context, move |view| view.read_resource(&request.uri)).await?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        let read = move |view: &View<'_>| view.read_directory(&request.uri, request.cursor.as_deref());
        let page = self.read(&context, read).await?;
        paged!(ReadResourceDirectoryResult, page)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let known = Known::to(&context);
        let cursor = request.and_then(|request| request.cursor);
        let tools = move |view: &View<'_>| view.tools().into_iter().map(|tool| known.tool(tool)).collect();
        let page = self.look(&context, move |view| only(cursor.as_deref(), tools(view))).await?;
        paged!(ListToolsResult, page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = move |view: &View<'_>| view.call(&request.name, &request.arguments.unwrap_or_default());
        Ok(Known::to(&context).result(self.look(&context, call).await?).into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let page = self.page(request, &context, |view, cursor| view.list_prompts(cursor)).await?;
        paged!(ListPromptsResult, page)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Ok(self.look(&context, move |view| view.get_prompt(&request.name)).await?.into())
    }

    /// What has the name of a method that is known and came here does not have its parameters.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        const METHODS: &[&str] = &[
            "initialize",
            "prompts/get",
            "prompts/list",
            "resources/directory/read",
            "resources/list",
            "resources/read",
            "resources/subscribe",
            "resources/templates/list",
            "resources/unsubscribe",
            "skills/get",
            "skills/list",
            "subscriptions/listen",
            "tools/call",
            "tools/list",
        ];
        let method = repertoire::diagnostic::clean_line(&request.method).into_owned();
        if METHODS.contains(&method.as_str()) {
            return Err(
                Refusal::Parameters(format!("the parameters of `{method}` do not have its form")).into()
            );
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None))
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        is_one(&request.uri)?;
        let mut subscribed = self.subscribed();
        if subscribed.len() >= MAX_SUBSCRIBED && !subscribed.contains(&request.uri) {
            let text = format!("a client subscribes to at most {MAX_SUBSCRIBED} resources");
            return Err(Refusal::Parameters(text).into());
        }
        subscribed.insert(request.uri);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscribed().remove(&request.uri);
        Ok(())
    }

    /// From here on a client with a session is told of changes.
    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        tokio::spawn(news::tell_session(context.peer, self.news.subscribe(), Arc::clone(&self.subscribed)));
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.watch();
        let mut accepted = requested.clone();
        if let Some(uris) = &mut accepted.resource_subscriptions {
            uris.retain(|uri| is_one(uri).is_ok());
            uris.truncate(MAX_SUBSCRIBED);
        }
        Some(accepted)
    }

    /// A client without a session is told of what it asked for, until it has heard enough.
    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        news::tell_listener(&context, self.news.subscribe()).await;
        Ok(())
    }
}
