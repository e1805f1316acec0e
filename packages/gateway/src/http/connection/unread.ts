import type { Socket } from "node:net";

/** How long a client may read nothing of its answers: longer than a phone needs to switch cells. */
const UNREAD_MS = 20_000;
const LOOK_EVERY_MS = 1_000;

/** How much of the data written to a connection the system has accepted, and when it last accepted some. */
interface Taken {
	bytes: number;
	at: number;
}

/**
 * Closes connections whose clients do not read their responses, whatever they send meanwhile. Checks all of them
 * periodically, because a timer per connection would restart with every byte received.
 * @returns a function that stops this
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
