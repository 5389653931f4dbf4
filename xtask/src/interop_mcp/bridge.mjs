// Carries messages between HTTP, which the conformance package speaks, and `repertoire serve`:
// PROGRAM SKILLS. Prints the URL on a line, and ends with its standard input. Of a message it changes
// nothing but the id, which only has to be one of its own on the way.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const [program, skills] = process.argv.slice(2);

// One server, and the requests that it has not answered.
class Server {
    #child = spawn(program, ["serve", "--no-cache", "--root", skills], { stdio: ["pipe", "pipe", "ignore"] });
    #open = new Map();
    #ids = 0;
    listener = undefined;

    constructor() {
        createInterface({ input: this.#child.stdout }).on("line", (line) => {
            const message = JSON.parse(line);
            const asked = this.#open.get(message.id);
            if (message.method === undefined && asked !== undefined) {
                this.#open.delete(message.id);
                asked.answer({ ...message, id: asked.id });
            } else {
                this.listener?.write(`event: message\ndata: ${line}\n\n`);
            }
        });
    }

    tell(message) {
        this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    }

    ask(message) {
        this.#ids += 1;
        const id = this.#ids;
        const answered = new Promise((answer) => this.#open.set(id, { answer, id: message.id }));
        this.tell({ ...message, id });
        return answered;
    }

    end() {
        this.#child.stdin.end();
    }
}

const sessions = new Map();
// The newest revision has no sessions: one server answers all that come without one.
const shared = new Server();

async function post(request, response) {
    const chunks = [];
    for await (const chunk of request) {
        chunks.push(chunk);
    }
    const message = JSON.parse(Buffer.concat(chunks).toString());
    const headers = { "content-type": "application/json" };
    let server = sessions.get(request.headers["mcp-session-id"]) ?? shared;
    if (message.method === "initialize") {
        server = new Server();
        headers["mcp-session-id"] = randomUUID();
        sessions.set(headers["mcp-session-id"], server);
    }
    if (message.id === undefined || message.method === undefined) {
        server.tell(message);
        response.writeHead(202).end();
        return;
    }
    const answer = await server.ask(message);
    response.writeHead(200, headers).end(JSON.stringify(answer));
}

const http = createServer((request, response) => {
    const session = sessions.get(request.headers["mcp-session-id"]);
    if (request.method === "POST") {
        post(request, response).catch(() => response.writeHead(400).end());
    } else if (request.method === "GET" && session !== undefined) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        session.listener = response;
    } else {
        session?.end();
        response.writeHead(session === undefined ? 405 : 200).end();
    }
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
process.stdin.on("end", () => process.exit(0)).resume();
