import { errorBodyOf } from "@footfall/shared/api-error";
import { unknownName } from "@footfall/shared/nearest-name";
import { VERSION } from "@footfall/shared/version";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
	CallToolRequestSchema,
	type CallToolResult,
	ErrorCode,
	ListToolsRequestSchema,
	McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { refuseWith } from "../http/invalid-body.ts";
import { type Route, route } from "../routing/route.ts";
import { createTools, type ToolDefinition } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const INSTRUCTIONS =
	"Web analytics of one Footfall instance. Call list_sites first; most questions are one call of query. Ranges are whole days in time_zone: use the time zone of the person who asks. Name the range and what a figure counts when you report it.";

/** A message in either direction; the protocol's library checks what is in it. */
const Message = z.object({
	jsonrpc: z.literal("2.0"),
	id: z.union([z.string(), z.number()]).optional(),
	method: z.string().optional(),
	params: z.unknown().optional(),
	result: z.unknown().optional(),
	error: z.unknown().optional(),
});

/** Headers that the protocol reads. */
const HEADERS = ["accept", "content-type", "mcp-protocol-version"] as const;

const textResult = (text: string, isError = false): CallToolResult => ({
	content: [{ type: "text", text }],
	...(isError && { isError }),
});

/**
 * The API for assistants: the Model Context Protocol over HTTP, without sessions. A tool calls a route as the key that was
 * sent, so nobody may do more here than there.
 */
export const mcpRoute = (
	routes: readonly Route[],
	definitions: readonly ToolDefinition[] = TOOLS,
): Route => {
	const tools = createTools(definitions, routes);
	return route({
		method: "post",
		path: "/api/mcp",
		summary: "Model Context Protocol (Streamable HTTP, stateless) for assistants",
		description:
			"One JSON-RPC message a request; [assistants](/docs/assistants) says how to connect.",
		tags: ["Assistants"],
		access: { key: true },
		challenge:
			'Bearer realm="Footfall", error="invalid_token", error_description="Send an API key"',
		body: Message,
		refuseBody: refuseWith("Send one JSON-RPC 2.0 message a request, not a batch"),
		response: z.unknown(),
		handle: async ({ caller, callRoute, headers, body, origin, signal, clientErrorOf }) => {
			const server = new Server(
				{ name: "footfall", title: "Footfall", version: VERSION },
				{ capabilities: { tools: {} }, instructions: INSTRUCTIONS },
			);
			server.setRequestHandler(ListToolsRequestSchema, () => ({
				tools: [...tools.values()].flatMap((tool) => (tool.isFor(caller) ? tool.description : [])),
			}));
			server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
				const tool = tools.get(params.name);
				if (!tool)
					throw new McpError(
						ErrorCode.InvalidParams,
						unknownName("tool", params.name, [...tools.keys()]),
					);
				try {
					return textResult(await tool.call(params.arguments ?? {}, caller, callRoute));
				} catch (error) {
					if (signal.aborted) throw error;
					return textResult(JSON.stringify(errorBodyOf(clientErrorOf(error))), true);
				}
			});
			const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
			await server.connect(transport);
			const sent = HEADERS.flatMap((name) => {
				const value = headers[name]?.toString();
				return value === undefined ? [] : [[name, value] as [string, string]];
			});
			try {
				return await transport.handleRequest(
					new Request(new URL("/api/mcp", origin || "http://localhost"), {
						method: "POST",
						headers: sent,
					}),
					{ parsedBody: body },
				);
			} finally {
				await server.close();
			}
		},
	});
};
