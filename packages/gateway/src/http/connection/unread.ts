import type { Socket } from "node:net";

/** How long a client may read nothing of its answers: longer than a phone needs to find another cell. */
const UNREAD_MS = 20_000;
const LOOK_EVERY_MS = 1_000;

/** What the system has taken of all that was written to a connection, and when it last took some of it. */
interface Taken {
	bytes: number;
	at: number;
}

/**
 * Closes connections whose clients do not read what they are sent, whatever they send meanwhile. By looking at all of them
 * now and then: a timer of each connection starts anew with every byte that comes in.
 * @returns a function that ends this
 */
export const closeUnread = (
	connections: ReadonlySet<Socket>,
	unreadMs = UNREAD_MS,
	lookEveryMs = LOOK_EVERY_MS,
): (() => void) => {
	const taken = new WeakMap<Socket, Taken>();
	const look = () => {
		const now = performance.now();
		for (const socket of connections) {
			if (socket.writableLength === 0) {
				taken.delete(socket);
				continue;
			}
			const bytes = socket.bytesWritten - socket.writableLength;
			const before = taken.get(socket);
			if (before?.bytes !== bytes) taken.set(socket, { bytes, at: now });
			else if (now - before.at >= unreadMs) socket.destroy();
		}
	};
	const looking = setInterval(look, lookEveryMs).unref();
	return () => clearInterval(looking);
};
