import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems assign to outgoing connections. One of those can be taken by any connection before its
 * server binds it, or while that server restarts; a client that connects in vain can even be connected to itself there.
 * Above 10080, the last port that `fetch` blocks.
 */
const LOWEST = 10_081;
const HIGHEST = 32_767;

const isFree = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});

/** Different ports of 127.0.0.1 on which nobody listens, for servers that cannot choose one themselves. */
export const freePorts = async (count: number): Promise<number[]> => {
	const found = new Set<number>();
	while (found.size < count) {
		const port = randomInt(LOWEST, HIGHEST + 1);
		if (await isFree(port)) found.add(port);
	}
	return [...found];
};
