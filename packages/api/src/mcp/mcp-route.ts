import { z } from "zod";
import { refuseWith } from "../http/invalid-body.ts";
import { type Route, route } from "../routing/route.ts";
import { createTools, type ToolDefinition } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** A message in either direction; the protocol's library checks what is in it. */
const Message = z.object({
	jsonrpc: z.literal("2.0"),
	id: z.union([z.string(), z.number()]).optional(),
	method: z.string().optional(),
	params: z.unknown().optional(),
	result: z.unknown().optional(),
	error: z.unknown().optional(),
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
		handle: async (context) => {
			// The protocol's library would lengthen each start by 80 ms, and most instances have no assistant.
			const { answerMessage } = await import("./answer-message.ts");
			return answerMessage(tools, context);
		},
	});
};
