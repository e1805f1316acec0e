import net from "node:net";
import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import { quantileOf, type Reply, statusesOf } from "@footfall/testing/gateway/track-load";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import {
	residentMegabytes,
	watchResidentMegabytes,
} from "@footfall/testing/product/resident-memory";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PATH = "/api/openapi.json";
const UNREAD = { connections: rounds(40, 100), requests: 200 };
const READ = { connections: 10, requests: 100 };
const MAX_GROWTH_MB = 200;

let product: Product;
const directory = createTemporaryDirectory();
beforeAll(async () => {
	product = await startProduct(directory.path);
});
afterAll(async () => {
	await product.stop();
	directory.remove();
});

const connect = () =>
	new Promise<net.Socket>((resolve, reject) => {
		const socket = net.connect(Number(new URL(product.url).port), "127.0.0.1");
		socket.once("error", reject);
		socket.once("connect", () => {
			// From now on a reset is the gateway's response.
			socket.removeListener("error", reject).on("error", () => undefined);
			resolve(socket);
		});
	});

const pipelined = (requests: number) => `GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests);

/** Another client, which sends a request now and then until stopped. */
const visitor = () => {
	const replies: Reply[] = [];
	let isStopped = false;
	const asking = (async () => {
		for (let nth = 0; !isStopped; nth++) {
			const askedAt = performance.now();
			const status = await fetch(product.url + (nth % 2 === 0 ? PATH : "/api/version")).then(
				async (response) => {
					await response.arrayBuffer();
					return response.status;
				},
				() => 0,
			);
			replies.push({ id: String(nth), status, ms: performance.now() - askedAt } as Reply);
			await pause(20);
		}
	})();
	return {
		replies,
		stop: async () => {
			isStopped = true;
			await asking;
			return replies;
		},
	};
};

const openConnections = async () => {
	const text = await (await fetch(`${product.url}/metrics`)).text();
	return Number(/^footfall_connections (\d+)/m.exec(text)?.[1]);
};

/** The statuses of the expected number of replies on one connection. */
const statusesOn = async (requests: number): Promise<number[]> => {
	const socket = await connect();
	const statuses: number[] = [];
	let last = "";
	socket.write(pipelined(requests));
	for await (const chunk of socket) {
		const text = last + (chunk as Buffer).toString("latin1");
		for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status));
		// A status line may be cut in two, and none is counted twice.
		last = text.slice(-12).replace(/HTTP\/1\.1 \d{3} /, "");
		if (statuses.length === requests) break;
	}
	socket.destroy();
	return statuses;
};

describe("requests that are sent without waiting for their answers", () => {
	it("cost little when nobody reads the answers, and do not affect other clients", async (context) => {
		const before = visitor();
		await eventually(
			async () => before.replies.length,
			(length) => length >= 100,
		);
		const undisturbed = await before.stop();

		const resident = residentMegabytes(product.pid);
		const watched = watchResidentMegabytes(product.pid);
		const attackers = await Promise.all(Array.from({ length: UNREAD.connections }, connect));
		const during = visitor();
		for (const socket of attackers) socket.pause().write(pipelined(UNREAD.requests));
		// Their connections are closed one by one, because nothing of them is read.
		await eventually(openConnections, (open) => open < UNREAD.connections / 2);
		await eventually(openConnections, (open) => open <= 10, 240_000);
		watched.stop();
		for (const socket of attackers) socket.destroy();
		const growth = watched.most() - resident;
		// The other client stays until then: an idle process collects no garbage.
		const kept = await eventually(
			async () => residentMegabytes(product.pid) - resident,
			(left) => left <= MAX_GROWTH_MB / 2,
			240_000,
		);
		const disturbed = await during.stop();

		report(
			context,
			"P23",
			`${UNREAD.connections} connections × ${UNREAD.requests} pipelined, unread requests: memory grew by ${growth.toFixed(0)} MB at most, ${kept.toFixed(0)} afterwards; another visitor's p99 ${quantileOf(disturbed, 0.99).toFixed(0)} ms of ${disturbed.length} requests, before ${quantileOf(undisturbed, 0.99).toFixed(0)} ms; no 502`,
		);
		expect(growth).toBeLessThanOrEqual(MAX_GROWTH_MB);
		expect(statusesOf(disturbed)).toEqual({ 200: disturbed.length });
		expect(disturbed.length).toBeGreaterThan(0);
	}, 900_000);

	it("are all answered when the answers are read", async (context) => {
		const statuses = (
			await Promise.all(Array.from({ length: READ.connections }, () => statusesOn(READ.requests)))
		).flat();
		expect(statuses).toEqual(Array(READ.connections * READ.requests).fill(200));
		report(
			context,
			"P23",
			`${READ.connections} connections × ${READ.requests} pipelined requests, read: ${statuses.length} answered, no 502`,
		);
	});
});
