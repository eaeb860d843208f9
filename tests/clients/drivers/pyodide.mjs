// Runs tools of the catalog under Pyodide: reads {wheel, calls: [{tool, arguments}]} as JSON from standard
// input, and writes the list of their tool_result blocks as JSON to standard output. Nothing is fetched: wheel,
// interpreter and standard library all come from the disk.
import { readFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

const { wheel, calls } = await json(process.stdin);
globalThis.fetch = () => {
  throw new Error("the tools must work offline");
};
const pyodide = await loadPyodide({ stdout: console.error, stderr: console.error });
const bytes = readFileSync(wheel);
pyodide.unpackArchive(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "wheel");
pyodide.globals.set("calls", JSON.stringify(calls));
const answers = pyodide.runPython(`
import json
from loomsmith.base.context import CallContext, Settings
from loomsmith.tools.agent import dispatch_tool_uses, language_catalog

uses = [
    {"type": "tool_use", "id": str(number), "name": call["tool"], "input": call["arguments"]}
    for number, call in enumerate(json.loads(calls))
]
context = CallContext(Settings(), lambda: 0)
json.dumps(dispatch_tool_uses(uses, language_catalog(), context))
`);
process.stdout.write(answers);
