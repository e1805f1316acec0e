import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { serverSentEvent } from "@footfall/shared/live/server-sent-event";
import type { Request, Response } from "express";
import { afterEach, expect, it } from "vitest";
import { sendEventStream } from "./event-stream.ts";

const CHUNK = "x".repeat(64 * 1024);

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

/** Serves endless events to every client. */
const serveEndless = async (unreadMs: number) => {
	let sent = 0;
	let isOver = false;
	let over = () => {};
	const isClosed = new Promise<void>((resolve) => {
		over = resolve;
	});
	const endless = async function* () {
		while (!isOver) {
			sent++;
			yield serverSentEvent("many", CHUNK);
		}
	};
	const server = createServer((request, response) => {
		const close = () => {
			isOver = true;
			over();
		};
		const answer = { openEventStream: () => ({ serverSentEvents: endless(), close }) };
		void sendEventStream(request as Request, response as Response, answer, unreadMs);
	});
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { port: (server.address() as AddressInfo).port, isClosed, sent: () => sent };
};

it("disconnects a client that does not read, and generates no events for it meanwhile", async () => {
	const stream = await serveEndless(300);
	const reader = connect(stream.port, "127.0.0.1");
	closing.push(() => reader.destroy());
	reader.on("error", () => undefined);
	reader.pause();
	reader.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
	await stream.isClosed;
	// Only what the buffers between the two hold.
	expect(stream.sent()).toBeLessThan(1000);
});

it("stops generating events once the client disconnects", async () => {
	const stream = await serveEndless(60_000);
	const reader = connect(stream.port, "127.0.0.1");
	reader.on("error", () => undefined);
	reader.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
	await once(reader, "data");
	reader.destroy();
	await stream.isClosed;
});
