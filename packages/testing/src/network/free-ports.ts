import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

/** Above 10080, the last port that `fetch` blocks. */
const LOWEST = 10_081;
/** Where the outgoing connections of common systems begin at the lowest: 16000 in gVisor, 32768 in Linux. */
const OUTGOING_FROM = 16_000;
/** Test files that run at the same time draw from ports of their own: one of these many for each worker. */
const WORKERS = 16;

/**
 * The first port that a system may assign to an outgoing connection, or {@link OUTGOING_FROM} where that leaves too few
 * below it.
 * @param range of such ports as Linux writes it; undefined where nobody says
 */
export const outgoingFrom = (range: string | undefined): number => {
	const from = Number.parseInt(range ?? "", 10);
	return from >= OUTGOING_FROM ? from : OUTGOING_FROM;
};

const ownRange = (): string | undefined => {
	try {
		return readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8");
	} catch {
		return undefined;
	}
};

/** How many ports each worker has. */
const PLACES = Math.floor((outgoingFrom(ownRange()) - LOWEST) / WORKERS);

/** Never drawn twice: a server that restarts finds its port again. */
const drawn = new Set<number>();

const isFree = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});

/**
 * Different ports of 127.0.0.1 on which nobody listens, for servers that cannot choose one themselves.
 *
 * They lie below the ports that the system assigns to outgoing connections. One of those can be taken by any connection
 * before its server binds it, or while that server restarts; a client that connects in vain can even be connected to
 * itself there.
 * @throws Error when this worker has no more
 */
export const freePorts = async (count: number): Promise<number[]> => {
	const worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % WORKERS;
	const start = randomInt(PLACES);
	const found: number[] = [];
	for (let step = 0; step < PLACES && found.length < count; step++) {
		const port = LOWEST + ((start + step) % PLACES) * WORKERS + worker;
		if (drawn.has(port) || !(await isFree(port))) continue;
		drawn.add(port);
		found.push(port);
	}
	if (found.length < count)
		throw new Error(
			`Of the ${PLACES} ports of this worker, ${found.length} are free, not ${count}`,
		);
	return found;
};
