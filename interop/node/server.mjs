// A server of the TypeScript SDK on its standard streams: a price, and the ways in which it can fail to come.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "pricing", version: "1" });

server.registerTool(
  "quote",
  {
    description: "the price of a product",
    inputSchema: { sku: z.string() },
    outputSchema: { order: z.string(), price: z.object({ amount: z.string(), currency: z.string() }) },
  },
  async ({ sku }) => {
    switch (sku) {
      case "exit":
        process.exit(1);
      case "throw":
        throw new Error("connect ECONNREFUSED db-7, password hunter2");
      case "hang":
        return new Promise(() => {});
    }
    const value = { order: "98765432109876543210", price: { amount: "209.00", currency: "EUR" } };
    return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
  },
);

await server.connect(new StdioServerTransport());
