import http from "node:http";
import https from "node:https";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Connections whose bytes must no longer arrive once a signal has fired. */
export interface ResettableAgent {
	agent: http.Agent;
	/** Resets all open connections. */
	reset(): void;
}

/**
 * One connection per request. A request that is closed normally may still reach the server much later, because the
 * system keeps sending what it has accepted, even when the network returns after minutes; a reset discards it.
 */
export const createResettableAgent = (
	{ protocol, hostname, port }: URL,
	certificateAuthority: Buffer | undefined,
): ResettableAgent => {
	const open = new Set<Socket>();
	const isSecure = protocol === "https:";
	const host = hostname.replace(/^\[(.*)\]$/, "$1");
	const connectTcp = (): Socket => {
		const socket = connect({ host, port: Number(port) || (isSecure ? 443 : 80), noDelay: true });
		open.add(socket);
		socket.once("close", () => open.delete(socket));
		return socket;
	};
	const connectSecurely = (): Socket =>
		connectTls({
			socket: connectTcp(),
			...(isIP(host) === 0 ? { servername: host } : { host }),
			...(certificateAuthority && { ca: certificateAuthority }),
		});
	const agent = new (isSecure ? https : http).Agent({ keepAlive: false });
	return {
		agent: Object.assign(agent, { createConnection: isSecure ? connectSecurely : connectTcp }),
		reset: () => {
			for (const socket of open) socket.resetAndDestroy();
		},
	};
};
