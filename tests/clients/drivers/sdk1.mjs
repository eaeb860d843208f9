// Drive a server with the TypeScript SDK, version 1: what Claude Desktop, Cursor, Cline and Gemini CLI build on.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const task = JSON.parse(process.argv[2]);
const client = new Client({ name: "loomsmith-tests", version: "1" });
await client.connect(new StdioClientTransport({ command: task.command, args: task.args, env: task.env, cwd: task.cwd }));
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const results = [];
for (const [name, args] of task.calls) {
  const result = await client.callTool({ name, arguments: args });
  results.push({
    isError: Boolean(result.isError),
    text: result.content[0].text,
    structured: result.structuredContent ?? null,
  });
}
console.log(
  JSON.stringify({
    protocol: null,
    server: client.getServerVersion().name,
    instructions: client.getInstructions(),
    tools,
    results,
  }),
);
await client.close();
