import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Backend } from "./backend.ts";

const TIMEOUT_MS = 2_000;

/** One request to a path of the backend for gateways; a body is sent as JSON. @throws if the backend cannot be reached */
export const askBackend = async (
	backend: Backend,
	internalToken: string,
	{ path, body, signal }: { path: string; body?: object; signal: AbortSignal },
): Promise<IncomingMessage> => {
	const bytes = body && Buffer.from(JSON.stringify(body));
	const request = backend.request({
		method: bytes === undefined ? "GET" : "POST",
		path,
		timeout: TIMEOUT_MS,
		signal,
		headers: {
			Host: "backend",
			Authorization: `Bearer ${internalToken}`,
			...(bytes && { "Content-Type": "application/json", "Content-Length": bytes.length }),
		},
	});
	const failed = once(request, "error").then(([error]) => Promise.reject(error));
	// The request may fail after its response has arrived.
	failed.catch(() => undefined);
	request.on("timeout", () => request.destroy(new Error("The backend did not answer in time")));
	request.end(bytes);
	const answered = once(request, "response") as Promise<[IncomingMessage]>;
	// Fails together with the request.
	answered.catch(() => undefined);
	const [response] = await Promise.race([answered, failed]);
	return response;
};
