import net from "node:net";
import { eventually } from "@footfall/testing/eventually";
import { createGatewayDirectory, startGatewayTier } from "@footfall/testing/gateway/gateway-tier";
import { quantileOf, startTrackLoad, statusesOf } from "@footfall/testing/gateway/track-load";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, describe, expect, it } from "vitest";

const CONNECTIONS = rounds(600, 10_000);
const AT_ONCE = 200;
/** The first fast ones queue behind all the others for a new connection: at a load of 20 for 5 s. */
const PATIENCE_MS = 30_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

type Manner = "idle" | "slow header" | "stalled body";
const MANNERS: readonly Manner[] = ["idle", "slow header", "stalled body"];

const FIRST_BYTES: Readonly<Record<Manner, string>> = {
	idle: "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
	"slow header": "POST /api/track HTTP/1.1\r\nHost: x\r\nX-",
	"stalled body": 'POST /api/track HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"type"',
};

interface Slow {
	manner: Manner;
	isOpen(): boolean;
	answer(): string;
	end(): void;
}

const connect = (port: number, manner: Manner) =>
	new Promise<Slow>((resolve, reject) => {
		let isOpen = true;
		let answer = "";
		const socket = net.connect(port, "127.0.0.1");
		// A byte of the header now and then keeps the connection from looking idle.
		const dribble =
			manner === "slow header" ? setInterval(() => socket.write("x"), 1_000) : undefined;
		socket.on("error", reject);
		socket.on("data", (chunk) => {
			answer += chunk.toString("latin1");
		});
		socket.on("close", () => {
			isOpen = false;
			clearInterval(dribble);
		});
		socket.on("connect", () => {
			socket.write(FIRST_BYTES[manner]);
			// From now on a reset is the gateway's response.
			socket.removeListener("error", reject).on("error", () => undefined);
			resolve({
				manner,
				isOpen: () => isOpen,
				answer: () => answer,
				end: () => socket.destroy(),
			});
		});
	});

describe(`${CONNECTIONS} idle and slow connections`, () => {
	it("are closed if they stall, kept if they are idle, and fail no fast one", async (context) => {
		const directory = createGatewayDirectory();
		undo.push(directory.remove);
		const tier = await startGatewayTier(directory.path, { workers: 2 });
		undo.push(() => tier.stop("SIGKILL"));

		const before = startTrackLoad(tier.url, { senders: 8, pauseMs: 20, name: "before" });
		await eventually(
			async () => before.replies.length,
			(length) => length >= 300,
		);
		const undisturbed = await before.stop();

		const slow: Slow[] = [];
		undo.push(() => {
			for (const connection of slow) connection.end();
		});
		while (slow.length < CONNECTIONS) {
			const some = Array.from(
				{ length: Math.min(AT_ONCE, CONNECTIONS - slow.length) },
				(_, index) => connect(tier.port, MANNERS[index % MANNERS.length] ?? "idle"),
			);
			slow.push(...(await Promise.all(some)));
		}
		const during = startTrackLoad(tier.url, {
			senders: 8,
			pauseMs: 20,
			name: "during",
			patienceMs: PATIENCE_MS,
		});
		const of = (manner: Manner) => slow.filter((connection) => connection.manner === manner);
		await eventually(
			async () => slow.filter(({ manner, isOpen }) => manner !== "idle" && isOpen()).length,
			(open) => open === 0,
		);
		const disturbed = await during.stop();

		expect(of("idle").filter(({ isOpen }) => isOpen()).length).toBe(of("idle").length);
		for (const { answer } of of("stalled body")) expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
		expect(statusesOf(undisturbed)).toEqual({ 200: undisturbed.length });
		expect(statusesOf(disturbed)).toEqual({ 200: disturbed.length });
		expect(await accountsAt(tier.url)).toMatchObject({ inFlight: 0, unaccounted: 0 });
		report(
			context,
			"P10",
			`${CONNECTIONS} idle and slow connections: p99 of the fast ones ${quantileOf(disturbed, 0.99).toFixed(0)} ms, before ${quantileOf(undisturbed, 0.99).toFixed(0)} ms; ${disturbed.length} requests, 0 failed`,
		);
	});
});
