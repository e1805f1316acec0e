import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openKafkaQueue } from "./kafka-queue.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const brokerThatNeverAnswers = async () => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	undo.push(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe("a consumer of brokers that never answer", () => {
	it("closes without waiting for them", async () => {
		const { server, address } = await brokerThatNeverAnswers();
		// Nine times as long as the request in flight needs to fail.
		const requestTimeoutMs = 60_000;
		const queue = openKafkaQueue({ brokers: [address], topic: "events", requestTimeoutMs });
		const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 1 });
		consumer.start({
			assigned: async () => {},
			revoked: async () => {},
			handle: async () => {},
			damaged: () => {},
		});
		await once(server, "connection");
		await consumer.close();
		await queue.close();
		expect(server.listening).toBe(true);
	}, 20_000);
});
