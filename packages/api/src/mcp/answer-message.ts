import type { IncomingHttpHeaders } from "node:http";
import { type ApiError, errorBodyOf } from "@footfall/shared/api-error";
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
import type { KeyCaller } from "../access/caller.ts";
import type { CallRoute } from "../routing/route.ts";
import type { Tool } from "./tool.ts";

const INSTRUCTIONS =
	"Web analytics of one Footfall instance. Call list_sites first; most questions are one call of query. Ranges are whole days in time_zone: use the time zone of the person who asks. Name the range and what a figure counts when you report it.";

/** Headers that the protocol reads. */
const HEADERS = ["accept", "content-type", "mcp-protocol-version"] as const;

const textResult = (text: string, isError = false): CallToolResult => ({
	content: [{ type: "text", text }],
	...(isError && { isError }),
});

/** What answering takes of the request that brought a message. */
export interface MessageRequest {
	caller: KeyCaller;
	callRoute: CallRoute;
	headers: IncomingHttpHeaders;
	/** The message. */
	body: unknown;
	/** This server's public URL, without a trailing slash. */
	origin: string;
	/** Aborts when the client disconnects. */
	signal: AbortSignal;
	/** Converts an error for the client. */
	clientErrorOf(error: unknown): ApiError;
}

/** Answers one message of the protocol with the tools that its caller may use. */
export const answerMessage = async (
	tools: ReadonlyMap<string, Tool>,
	{ caller, callRoute, headers, body, origin, signal, clientErrorOf }: MessageRequest,
): Promise<Response> => {
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
};
