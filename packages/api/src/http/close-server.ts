import type { Server } from "node:http";
import type { Socket } from "node:net";

const IDLE_CHECK_MS = 20;

/**
 * Prepares a server for its end. The returned function stops accepting, answers the requests in flight and closes every
 * connection after its last one. Connections that have sent nothing are closed as well: browsers open some ahead of time, and Node
 * takes them for busy until a request is overdue, a minute later.
 */
export const closable = (server: Server): (() => Promise<void>) => {
	const open = new Set<Socket>();
	server.on("connection", (socket) => {
		open.add(socket);
		socket.once("close", () => open.delete(socket));
	});
	return () =>
		new Promise((resolve) => {
			// A connection with an answer in progress becomes idle only after it, and would stay open.
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
