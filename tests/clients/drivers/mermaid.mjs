// Parses every text of a JSON list on standard input with Mermaid, and prints what it says of each:
// the type of the diagram, or the error.
import { readFileSync } from "node:fs";
import purify from "dompurify";
import mermaid from "mermaid";

// Mermaid cleans labels with DOMPurify, which does nothing without a browser's document; here nothing is shown.
purify.addHook ??= () => {};
purify.sanitize ??= (text) => text;

const answers = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    answers.push({ type: (await mermaid.parse(text)).diagramType });
  } catch (error) {
    answers.push({ error: String(error?.message ?? error) });
  }
}
process.stdout.write(JSON.stringify(answers));
