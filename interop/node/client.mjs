// A client of the TypeScript SDK: it calls a tool as often as its arguments say, and prints what came of each call, one JSON object a
// line. The SDK itself checks structured content against the tool's output schema, and throws where it does not fit.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, tool, ...skus] = process.argv.slice(2);
const client = new Client({ name: "interop", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools();
console.log(JSON.stringify({ tools: tools.map((t) => t.name) }));
for (const [i, sku] of skus.entries()) {
  try {
    const result = await client.callTool({ name: tool, arguments: { sku }, _meta: { "lacuna/turn": `node-${i}` } });
    console.log(JSON.stringify({ sku, result }));
  } catch (e) {
    console.log(JSON.stringify({ sku, thrown: String(e) }));
  }
}
await client.close();
