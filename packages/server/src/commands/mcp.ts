import { once } from "node:events";
import { readFileSync } from "node:fs";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
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
import type { Configuration } from "../configuration/configuration.ts";
import { fileFault } from "../faults/file-fault.ts";
import { type RunCommand, usageError } from "./command.ts";

const ACCEPTED = { options: { url: { type: "string" }, "key-file": { type: "string" } } } as const;

const keyIn = (file: string): string => {
	try {
		return readFileSync(file, "utf8").trim();
	} catch (error) {
		throw fileFault(error);
	}
};

/** The address of the instance's endpoint, below its path. @throws EnvironmentError */
const endpointOf = (given: string | undefined): URL => {
	if (given === undefined)
		throw new EnvironmentError("Set FOOTFALL_URL to the address of the instance, or use --url.");
	const address = given.endsWith("/") ? given : `${given}/`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol))
		throw usageError(`--url must be an address like https://stats.example.com, not "${given}".`);
	return new URL("api/mcp", url);
};

/** @throws EnvironmentError if neither the option nor the variable names a key */
const keyOf = (file: string | undefined, { FOOTFALL_API_KEY }: Configuration): string => {
	const key = file === undefined ? FOOTFALL_API_KEY : keyIn(file);
	if (!key)
		throw new EnvironmentError(
			"Set FOOTFALL_API_KEY to an API key of the instance, or name a file that holds one with --key-file.",
		);
	return key;
};

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
	const { values } = commandLine(parameters, ACCEPTED, usageError);
	const endpoint = endpointOf(values.url ?? configuration.FOOTFALL_URL);
	const authorization = `Bearer ${keyOf(values["key-file"], configuration)}`;
	const http = new StreamableHTTPClientTransport(endpoint, {
		requestInit: { headers: { authorization } },
	});
	await passMessages(new StdioServerTransport(), http, endpoint);
	return 0;
};
