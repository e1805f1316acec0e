import { once } from "node:events";
import { copyFileSync, mkdirSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * Stands between a command and the backend of a product: the command runs on the directory `at`, and its calls are
 * passed on to the product on the directory `to`, except for those that are held: they are never answered.
 */
export const startBackendRelay = async (
	directories: { at: string; to: string },
	isHeld: (call: { firstRow?: number }) => boolean,
) => {
	const socketIn = (directory: string) => join(directory, "backend.sock");
	// A command runs only on a directory with data, and calls the backend only with the product's secret.
	mkdirSync(join(directories.at, "accounts"));
	copyFileSync(join(directories.to, "secret"), join(directories.at, "secret"));
	let onHolding: () => void;
	let onFailure: (error: unknown) => void;
	const holding = new Promise<void>((resolve, reject) => {
		onHolding = resolve;
		onFailure = reject;
	});
	const server = createServer(async (call, response) => {
		try {
			const body = await text(call);
			if (isHeld(JSON.parse(body))) return onHolding();
			const passed = request({
				socketPath: socketIn(directories.to),
				path: call.url,
				method: call.method,
				headers: { authorization: call.headers.authorization },
			});
			passed.end(body);
			const [answer] = await once(passed, "response");
			response.writeHead(answer.statusCode);
			response.end(await text(answer));
		} catch (error) {
			onFailure(error);
			response.destroy();
		}
	}).listen(socketIn(directories.at));
	await once(server, "listening");
	return {
		/** Resolves once a call is held, and fails if a call could not be passed on. */
		holding,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
};
