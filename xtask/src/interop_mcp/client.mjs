// The official TypeScript SDKs drive `repertoire serve`: PROGRAM SKILLS [CORPUS]. The first generation
// speaks in a session; the second, in the newest revision, reads all skills through its own host side
// of the Skills extension, which verifies size, digest and frontmatter with its own reader of YAML.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { parse } from "yaml";
import { z } from "zod";

const [program, skills, corpus] = process.argv.slice(2);
const about = { name: "interop", version: "1.0.0" };
const any = z.object({}).passthrough();
// Its own reader of YAML leaves out what some real skills write.
const reading = { parseFrontmatter: (text) => parse(text) };
const server = (...args) => ({ command: program, args: ["serve", "--no-cache", ...args], stderr: "ignore" });
const invalid = { code: -32602 };
const names = ["a1", "a2", "a3", "changing", "charts/tide", "charts/tide/inner", "moon"];
const uris = names.map((name) => `skill://${name}/SKILL.md`);
const of = (path) => {
    const content = readFileSync(join(skills, path));
    return { digest: `sha256:${createHash("sha256").update(content).digest("hex")}`, size: content.length };
};

async function whole(ask, method, key) {
    const items = [];
    let pages = 0;
    let cursor;
    do {
        const page = await ask(method, cursor === undefined ? {} : { cursor });
        items.push(...page[key]);
        pages += 1;
        cursor = page.nextCursor;
    } while (cursor !== undefined);
    return [items, pages];
}

async function first() {
    const client = new FirstClient(about);
    const told = new Promise((resolve) => {
        const heard = new Set();
        for (const schema of [ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema]) {
            client.setNotificationHandler(schema, ({ method }) => heard.add(method).size === 2 && resolve());
        }
    });
    await client.connect(new FirstStdio(server("--page-size", "2", "--dotted-names", "--root", skills)));
    const ask = (method, params) => client.request({ method, params }, any);
    const [entries, pages] = await whole(ask, "skills/list", "skills");
    assert.deepEqual(entries.map((entry) => entry.uri), uris);
    assert.equal(pages, 4);
    const tide = entries[4];
    const metadata = { version: "1.10" };
    assert.deepEqual(tide.frontmatter, { name: "tide", description: "Plots tides. Use when a sailor asks.", version: 1.1, metadata });
    const files = ["SKILL.md", "blob.png", "inner/SKILL.md", "references/höhe 1.md"];
    assert.deepEqual(tide.resources.map(({ digest, size }) => ({ digest, size })), files.map((file) => of(join("charts/tide", file))));
    assert.deepEqual((await ask("skills/get", { uri: tide.uri })).skill, tide);

    const read = async (uri) => (await client.readResource({ uri })).contents[0];
    assert.equal((await read(tide.resources[3].uri)).text, "Höhe\n");
    assert.deepEqual(Buffer.from((await read(tide.resources[1].uri)).blob, "base64"), readFileSync(join(skills, "charts/tide/blob.png")));
    const [children] = await whole((method, page) => ask(method, { ...page, uri: "skill://charts/tide" }), "resources/directory/read", "resources");
    assert.deepEqual(children.map(({ name, mimeType }) => [name, mimeType]), [
        ["SKILL.md", "text/markdown"],
        ["blob.png", "image/png"],
        ["empty", "inode/directory"],
        ["inner", "inode/directory"],
        ["references", "inode/directory"],
    ]);
    assert.deepEqual((await ask("resources/directory/read", { uri: "skill://charts/tide/empty" })).resources, []);
    assert.deepEqual((await whole(ask, "resources/list", "resources"))[0].map(({ uri }) => uri), uris);
    assert.equal((await client.listResourceTemplates()).resourceTemplates[0].uriTemplate, "skill://{+path}");

    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), ["skill_load", "skill_search", "skill.load", "skill.search"]);
    for (const name of ["skill_load", "skill.load"]) {
        const loaded = await client.callTool({ name, arguments: { name: "moon" } });
        assert.match(loaded.content[0].text, /Look the tide up\.[^]*Tell the phase\./);
    }
    const unknown = await client.callTool({ name: "skill_load", arguments: { name: "mon" } });
    assert.ok(unknown.isError && /did you mean `moon`/.test(unknown.content[0].text));
    const found = await client.callTool({ name: "skill_search", arguments: { query: "a sailor asks for tides", limit: 1 } });
    assert.equal(found.structuredContent.matches[0].name, "tide");
    assert.equal((await whole(ask, "prompts/list", "prompts"))[0].length, 8);
    assert.match((await client.getPrompt({ name: "tide" })).messages[0].content.text, /Look the tide up/);

    await assert.rejects(read("skill://none/SKILL.md"), invalid);
    await assert.rejects(read("skill://charts/tide/../../../etc/passwd"), invalid);
    await assert.rejects(ask("skills/get", { uri: "skill://none/SKILL.md" }), invalid);
    await assert.rejects(ask("resources/directory/read", { uri: tide.uri }), invalid);
    await assert.rejects(client.callTool({ name: "none" }), invalid);
    await assert.rejects(client.getPrompt({ name: "none" }), invalid);

    const uri = "skill://changing/notes.txt";
    await client.subscribeResource({ uri });
    for (const text of ["three", "four, and longer"]) {
        writeFileSync(join(skills, "changing/notes.txt"), text);
        assert.equal((await read(uri)).text, text);
        const { skill } = await ask("skills/get", { uri: "skill://changing/SKILL.md" });
        assert.deepEqual(skill.resources.find((file) => file.uri === uri), { uri, ...of("changing/notes.txt") });
    }
    await told;
    await client.close();
    return "first generation, in a session";
}

// Lists all skills and reads each of their files, which the SDK verifies.
async function verified(mode, root, extra, real = false) {
    const client = new Client(about, { versionNegotiation: { mode }, listMaxPages: 1000 });
    await client.connect(new StdioClientTransport(server("--root", root, ...extra)));
    const host = new SkillsClient(client, real ? reading : {});
    assert.ok(host.supported && host.directoryRead);
    const listing = await host.list();
    let files = 0;
    for (const skill of listing.skills) {
        const source = await host.read(skill);
        assert.equal(source.frontmatter.name, skill.frontmatter.name);
        for (const { uri } of skill.resources) {
            assert.ok((await host.read(skill, uri)).verified);
            files += 1;
        }
    }
    return { client, host, listing, files };
}

async function second(mode) {
    const { client, host, listing, files } = await verified(mode, skills, ["--page-size", "2"]);
    assert.deepEqual(listing.skills.map(({ uri }) => uri), uris);
    const { resources } = await host.readDirectory("skill://charts/tide");
    assert.deepEqual(resources.map(({ name }) => name), ["SKILL.md", "blob.png", "empty", "inner", "references"]);
    await assert.rejects(host.get("skill://none/SKILL.md"), invalid);
    await assert.rejects(host.readDirectory("skill://none"), invalid);
    assert.equal((await client.listTools()).tools.length, 2);
    await client.close();
    return `second generation, ${JSON.stringify(mode)}: ${listing.skills.length} skills, ${files} files verified`;
}

async function all() {
    let skills = 0;
    let files = 0;
    for (const name of readdirSync(corpus).sort()) {
        const seen = await verified({ pin: "2026-07-28" }, join(corpus, name), ["--no-limits"], true);
        skills += seen.listing.skills.length;
        files += seen.files;
        await seen.client.close();
    }
    return `second generation, real skills: ${skills} skills, ${files} files verified`;
}

console.log(`TypeScript SDK, ${await first()}`);
for (const mode of ["legacy", { pin: "2026-07-28" }]) {
    console.log(`TypeScript SDK, ${await second(mode)}`);
}
if (corpus !== undefined) {
    console.log(`TypeScript SDK, ${await all()}`);
}
