// Drive a server with the TypeScript SDK, version 1: what Claude Desktop, Cursor, Cline and Gemini CLI build on.
import { json } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { hold } from "./conversation.mjs";

const task = await json(process.stdin);
const { command, args, env, cwd } = task;
const client = new Client({ name: "loomsmith-tests", version: "1" });
await hold(client, new StdioClientTransport({ command, args, env, cwd }), task);
