// Runs tools of the catalog under Pyodide: reads {wheel, calls: [{tool, arguments}]} as JSON from standard
// input, and writes the list of {text, isError} as JSON to standard output. Nothing is fetched: wheel,
// interpreter and standard library all come from the disk.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const { wheel, calls } = JSON.parse(readFileSync(0, "utf-8"));
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
from loomsmith.tools.catalog import Catalog
from loomsmith.tools.loom import TOOLS

settings = Settings()
catalog = Catalog(TOOLS, settings)
context = CallContext(settings, lambda: 0)
results = [catalog.call(call["tool"], call["arguments"], context) for call in json.loads(calls)]
json.dumps([{"text": result.text, "isError": result.is_error} for result in results])
`);
process.stdout.write(answers);
