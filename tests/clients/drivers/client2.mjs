// Drive a server with the TypeScript client, version 2, with its version negotiation as asked for.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const task = JSON.parse(process.argv[2]);
const mode = /^\d/.test(task.mode) ? { pin: task.mode } : task.mode;
const client = new Client({ name: "loomsmith-tests", version: "1" }, { versionNegotiation: { mode } });
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
    protocol: client.getNegotiatedProtocolVersion?.() ?? null,
    server: client.getServerVersion().name,
    instructions: client.getInstructions(),
    tools,
    results,
  }),
);
await client.close();
