import type { Server } from "node:http";
import type { Socket } from "node:net";

const IDLE_CHECK_MS = 20;

/**
 * Prepares a server for shutdown. The returned function stops accepting, answers the requests in flight and closes
 * every connection after its last one. Connections that have sent nothing are closed as well: browsers open some in
 * advance, and Node treats them as busy until the request timeout, a minute later.
 */
export const createServerCloser = (server: Server): (() => Promise<void>) => {
	const open = new Set<Socket>();
	server.on("connection", (socket) => {
		open.add(socket);
		socket.once("close", () => open.delete(socket));
	});
	return () =>
		new Promise((resolve) => {
			// A connection with a response in progress becomes idle only afterwards, and would stay open.
			const idle = setInterval(() => {
				server.closeIdleConnections();
				for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
			}, IDLE_CHECK_MS);
			server.close(() => {
				clearInterval(idle);
				resolve();
			});
		});
};
