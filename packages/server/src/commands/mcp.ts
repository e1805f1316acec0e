import { once } from "node:events";
import { commandLine } from "@footfall/shared/command-line";
import {
	StreamableHTTPClientTransport,
	StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
	ErrorCode,
	InitializeResultSchema,
	isJSONRPCRequest,
	isJSONRPCResultResponse,
	type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";
import { type RunCommand, usageError } from "./command.ts";
import { INSTANCE_OPTIONS, instanceOf } from "./instance.ts";

/** Why a message got no answer, in a sentence for the client. */
const faultOf = (error: unknown, endpoint: URL): string => {
	if (error instanceof StreamableHTTPError)
		return error.code === 401
			? `${endpoint.origin} refused the API key: it is wrong, disabled or expired.`
			: `${endpoint.href} answered ${error.code}: ${error.message}`;
	const { cause = error } = error as Error;
	const { code, message } = cause as NodeJS.ErrnoException;
	return `${endpoint.href} cannot be reached: ${code ?? message}`;
};

/**
 * Passes messages between a client on standard input and output and the instance. Resolves once the input has ended and
 * each of its requests is answered.
 */
const passMessages = async (
	stdio: StdioServerTransport,
	http: StreamableHTTPClientTransport,
	endpoint: URL,
): Promise<void> => {
	const pending = new Set<Promise<void>>();
	const pass = async (message: JSONRPCMessage) => {
		try {
			await http.send(message);
		} catch (error) {
			const fault = faultOf(error, endpoint);
			process.stderr.write(`${fault}\n`);
			if (isJSONRPCRequest(message))
				await stdio.send({
					...{ jsonrpc: "2.0", id: message.id },
					error: { code: ErrorCode.InternalError, message: fault },
				});
		}
	};
	stdio.onmessage = (message) => {
		const passing = pass(message).finally(() => pending.delete(passing));
		pending.add(passing);
	};
	stdio.onerror = ({ message }) => void process.stderr.write(`Not a message: ${message}\n`);
	http.onmessage = (message) => {
		const begun = isJSONRPCResultResponse(message)
			? InitializeResultSchema.safeParse(message.result)
			: undefined;
		if (begun?.success) http.setProtocolVersion(begun.data.protocolVersion);
		void stdio.send(message);
	};
	const ended = once(process.stdin, "end");
	await http.start();
	await stdio.start();
	await ended;
	await Promise.all(pending);
	await http.close();
};

/** Serves the instance's tools on standard input and output, until the input ends. */
export const run: RunCommand = async (parameters, { configuration }) => {
	const { values } = commandLine(parameters, { options: INSTANCE_OPTIONS }, usageError);
	const { url, apiKey } = instanceOf(values, configuration);
	const endpoint = new URL("api/mcp", url);
	const authorization = `Bearer ${apiKey}`;
	const http = new StreamableHTTPClientTransport(endpoint, {
		requestInit: { headers: { authorization } },
	});
	await passMessages(new StdioServerTransport(), http, endpoint);
	return 0;
};
