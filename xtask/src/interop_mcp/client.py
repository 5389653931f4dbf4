"""The official Python SDK drives `repertoire serve`: PROGRAM SKILLS, in both eras of the protocol."""

import base64
import hashlib
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp import types

PROGRAM, SKILLS = sys.argv[1], Path(sys.argv[2])
CHECKS = 0


def same(got: Any, wanted: Any, what: str) -> None:
    global CHECKS
    CHECKS += 1
    if got != wanted:
        sys.exit(f"{what}: got {got!r}, wanted {wanted!r}")


class AnyRequest(types.Request[dict[str, Any], str]):
    """A request of an extension, as the SDK lets one be written."""


class AnyResult(types.Result):
    """Its result, with whatever fields it has."""

    model_config = {"extra": "allow"}


async def ask(client: Client, method: str, **params: Any) -> dict[str, Any]:
    result = await client.session.send_request(AnyRequest(method=method, params=params), AnyResult)
    return result.model_dump(by_alias=True)


async def refused(ask: Any, code: int, what: str) -> None:
    try:
        await ask
    except MCPError as error:
        same(error.error.code, code, what)
    else:
        sys.exit(f"{what}: was not refused")


async def whole(client: Client, method: str, key: str) -> tuple[list[dict[str, Any]], int]:
    items, pages, params = [], 0, {}
    while True:
        page = await ask(client, method, **params)
        items += page[key]
        pages += 1
        if page.get("nextCursor") is None:
            return items, pages
        params = {"cursor": page["nextCursor"]}


def of(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    return {"digest": "sha256:" + hashlib.sha256(content).hexdigest(), "size": len(content)}


async def drive(mode: str, heard: list[str]) -> str:
    async def hear(message: Any) -> None:
        heard.append(getattr(message, "method", None) or type(message).__name__)

    server = StdioServerParameters(
        command=PROGRAM, args=["serve", "--no-cache", "--page-size", "2", "--root", str(SKILLS)]
    )
    async with Client(server, mode=mode, message_handler=hear) as client:
        modern = client.protocol_version >= "2026-07-28"
        same(modern, mode != "legacy", "the era")
        capabilities = client.server_capabilities.model_dump(by_alias=True)
        same(capabilities["extensions"], {"io.modelcontextprotocol/skills": {"directoryRead": True}}, "extensions")

        skills, pages = await whole(client, "skills/list", "skills")
        names = ["a1", "a2", "a3", "changing", "charts/tide", "charts/tide/inner", "moon"]
        same([skill["uri"] for skill in skills], [f"skill://{name}/SKILL.md" for name in names], "skills/list")
        same(pages, 4, "pages of skills/list")
        tide = skills[4]
        same(
            tide["frontmatter"],
            {"name": "tide", "description": "Plots tides. Use when a sailor asks.", "version": 1.1, "metadata": {"version": "1.10"}},
            "frontmatter",
        )
        same(len(tide["resources"]), 4, "files of tide")
        for resource, name in zip(tide["resources"], ["SKILL.md", "blob.png", "inner/SKILL.md", "references/höhe 1.md"]):
            same({key: resource[key] for key in ("digest", "size")}, of(SKILLS / "charts/tide" / name), name)
        got = await ask(client, "skills/get", uri=tide["uri"])
        same(got["skill"], tide, "skills/get")
        if modern:
            same((got["resultType"], got["ttlMs"], got["cacheScope"]), ("complete", 0, "private"), "fields of a result")

        text = await client.read_resource(tide["resources"][3]["uri"])
        same((text.contents[0].text, text.contents[0].mime_type), ("Höhe\n", "text/markdown"), "a text")
        blob = await client.read_resource(tide["resources"][1]["uri"])
        same((base64.b64decode(blob.contents[0].blob), blob.contents[0].mime_type), (bytes([137, 80, 78, 71, 0, 255]), "image/png"), "a binary file")

        children = await ask(client, "resources/directory/read", uri="skill://charts/tide")
        same([child["name"] for child in children["resources"]], ["SKILL.md", "blob.png"], "a directory")
        rest = await ask(client, "resources/directory/read", uri="skill://charts/tide", cursor=children["nextCursor"])
        same([child["mimeType"] for child in rest["resources"]], ["inode/directory"] * 2, "its directories")
        empty = await ask(client, "resources/directory/read", uri="skill://charts/tide/empty")
        same(empty["resources"], [], "an empty directory")

        listed = await client.list_resources()
        same([str(resource.uri) for resource in listed.resources], ["skill://a1/SKILL.md", "skill://a2/SKILL.md"], "resources/list")

        tools = (await client.list_tools()).tools
        same([tool.name for tool in tools], ["skill_load", "skill_search"], "tools/list")
        loaded = await client.call_tool("skill_load", {"name": "moon"})
        same([part in loaded.content[0].text for part in ("Look the tide up.", "Tell the phase.", "blob.png")], [True] * 3, "skill_load")
        unknown = await client.call_tool("skill_load", {"name": "mon"})
        same((unknown.is_error, "did you mean `moon`?" in unknown.content[0].text), (True, True), "an unknown skill")
        found = await client.call_tool("skill_search", {"query": "when is high water, asks a sailor", "limit": 1})
        same([match["name"] for match in found.structured_content["matches"]], ["tide"], "skill_search")

        prompts, _ = await whole(client, "prompts/list", "prompts")
        same([prompt["name"] for prompt in prompts], ["a1", "a2", "a3", "broken", "changing", "inner", "moon", "tide"], "prompts/list")
        prompt = await client.get_prompt("tide")
        same("Look the tide up." in prompt.messages[0].content.text, True, "prompts/get")

        await refused(client.read_resource("skill://none/SKILL.md"), -32602, "an unknown file")
        await refused(client.read_resource("skill://broken/SKILL.md"), -32602, "a file of a skill that is not served")
        await refused(ask(client, "skills/get", uri="skill://none/SKILL.md"), -32602, "an unknown skill")
        await refused(ask(client, "skills/get", uri="skill://charts/tide/%2e%2e/%2e%2e/moon/SKILL.md"), -32602, "traversal")
        await refused(ask(client, "resources/directory/read", uri=tide["uri"]), -32602, "a file as a directory")
        await refused(client.call_tool("none", {}), -32602, "an unknown tool")
        await refused(client.get_prompt("none"), -32602, "an unknown prompt")

        notes = SKILLS / "changing/notes.txt"
        uri = "skill://changing/notes.txt"
        if modern:
            async with client.listen(resources_list_changed=True, resource_subscriptions=[uri]) as events:
                await change(client, notes, uri)
                with anyio.fail_after(30):
                    told = {type(await anext(events)).__name__, type(await anext(events)).__name__}
                same(told, {"ResourcesListChanged", "ResourceUpdated"}, "what a listener is told")
        else:
            await client.subscribe_resource(uri)
            await change(client, notes, uri)
            with anyio.fail_after(30):
                while not {"notifications/resources/list_changed", "notifications/resources/updated"} <= set(heard):
                    await anyio.sleep(0.05)
        return client.protocol_version


async def change(client: Client, notes: Path, uri: str) -> None:
    """A file changes between two calls, and both calls tell the truth."""
    for text in ("one", "two, and longer"):
        notes.write_text(text)
        entry = await ask(client, "skills/get", uri="skill://changing/SKILL.md")
        same({key: entry["skill"]["resources"][1][key] for key in ("digest", "size")}, of(notes), "a changed entry")
        same((await client.read_resource(uri)).contents[0].text, text, "a changed file")


for mode in ("legacy", "auto"):
    print(f"Python SDK, {mode}: revision {anyio.run(drive, mode, [])}")
print(f"Python SDK: {CHECKS} checks")
