import net, { type Socket } from "node:net";

/** How the path to a server fails. */
export type ProxyFault = "refuses" | "swallows" | "resets" | "delays";

/** A TCP proxy with faults, for existing connections as for new ones. */
export interface FaultyProxy {
	/** Sets the fault from now on; `undefined` = works. */
	fail(fault: ProxyFault | undefined): Promise<void>;
	/** How many clients are connected. */
	connections(): number;
	close(): Promise<void>;
}

/** The delay that `delays` adds to each chunk, in ms. */
const DELAY_MS = 300;

/** Listens on `port` of the loopback address and forwards everything to `target`, unless a fault is set. */
export const startFaultyProxy = async (port: number, target: number): Promise<FaultyProxy> => {
	let fault: ProxyFault | undefined;
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
		// Handled by the `close` event that follows.
		socket.on("error", () => undefined);
	};
	const pass = (from: Socket, to: Socket) => {
		from.on("data", (bytes) => {
			if (fault === "swallows") return;
			if (fault !== "delays") return void to.write(bytes);
			setTimeout(() => to.writable && to.write(bytes), DELAY_MS);
		});
		from.once("close", () => to.destroy());
	};
	const server = net.createServer((client) => {
		keep(client);
		if (fault === "resets") return void client.resetAndDestroy();
		const upstream = net.connect(target, "127.0.0.1");
		keep(upstream);
		pass(client, upstream);
		pass(upstream, client);
	});
	const listen = () => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const stopListening = () => new Promise<void>((resolve) => server.close(() => resolve()));
	const reset = () => {
		for (const socket of sockets) socket.resetAndDestroy();
	};
	await listen();
	return {
		connections: () => sockets.size / 2,
		fail: async (next) => {
			const was = fault;
			fault = next;
			// A connection that has lost bytes is useless.
			if (was === "swallows" || next === "resets" || next === "refuses") reset();
			if (next === "refuses") await stopListening();
			else if (was === "refuses") await listen();
		},
		close: async () => {
			reset();
			if (server.listening) await stopListening();
		},
	};
};
