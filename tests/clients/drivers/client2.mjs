// Drive a server with the TypeScript client, version 2, with its version negotiation as asked for.
import { json } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { hold } from "./conversation.mjs";

const task = await json(process.stdin);
const { command, args, env, cwd } = task;
const mode = /^\d/.test(task.mode) ? { pin: task.mode } : task.mode;
const client = new Client({ name: "loomsmith-tests", version: "1" }, { versionNegotiation: { mode } });
await hold(client, new StdioClientTransport({ command, args, env, cwd }), task);
