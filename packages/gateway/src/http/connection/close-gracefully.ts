import type { Server } from "node:http";
import net from "node:net";

const IDLE_CHECK_MS = 20;
const GRACE_MS = 8_000;

/** Connections that Node's server does not know about. */
export interface OtherConnections {
	/** Closes those without a request in flight. */
	closeIdle(): void;
	closeAll(): void;
}

/**
 * Stops accepting, answers requests in flight and closes every connection within 8 s. Connections without a request are
 * kept for `lingerMs`: the next request may be on its way, and closing would lose it.
 */
export const closeGracefully = async (
	server: Server,
	others: OtherConnections,
	lingerMs: number,
): Promise<void> => {
	const closingSince = performance.now();
	// Not `server.close`, which drops idle connections at once.
	const closed = new Promise<void>((resolve) =>
		net.Server.prototype.close.call(server, () => resolve()),
	);
	// A connection whose reply was started before stays open after it, and nothing else would close it.
	const idle = setInterval(() => {
		if (performance.now() - closingSince < lingerMs) return;
		server.closeIdleConnections();
		others.closeIdle();
	}, IDLE_CHECK_MS);
	const overdue = setTimeout(() => {
		server.closeAllConnections();
		others.closeAll();
	}, GRACE_MS);
	await closed;
	clearInterval(idle);
	clearTimeout(overdue);
};
