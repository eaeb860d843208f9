// The conversation that a TypeScript client holds, whichever version of the client it is.
export async function hold(client, transport, task) {
  await client.connect(transport);
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
  const server = client.getServerVersion().name;
  console.log(JSON.stringify({ protocol: null, server, instructions: client.getInstructions(), tools, results }));
  await client.close();
}
