import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { startProduct, temporaryDirectory } from "../support/product.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const emptyDirectory = () => {
	const directory = temporaryDirectory();
	undo.push(directory.remove);
	return directory.path;
};

describe("a start that cannot succeed", () => {
	it("says so when another product uses the data, and leaves that one alone", async () => {
		const data = emptyDirectory();
		const running = await startProduct(data);
		undo.push(() => running.stop());
		await expect(startProduct(data)).rejects.toThrow(
			`Process ${running.pid} already uses the data in ${data}. Stop it first`,
		);
		expect((await fetch(`${running.url}/ready`)).status).toBe(200);
	});

	it("says so when the port is taken", async () => {
		const other = createServer().listen(0, "127.0.0.1");
		await once(other, "listening");
		undo.push(() => other.close());
		const { port } = other.address() as AddressInfo;
		await expect(startProduct(emptyDirectory(), { PORT: String(port) })).rejects.toThrow(
			`Port ${port} of 127.0.0.1 is in use: stop what listens there, or set PORT to another.`,
		);
	});

	it("names each variable that cannot be used", async () => {
		const variables = { PORT: "many", LOG_LEVEL: "loud" };
		await expect(startProduct(emptyDirectory(), variables)).rejects.toThrow(
			"  PORT: must be a port number from 0 to 65535\n  LOG_LEVEL: must be debug, info, warn, error or silent",
		);
	});
});

describe("a running product", () => {
	it("keeps collecting while its backend is away, and starts it again", async () => {
		const product = await startProduct(emptyDirectory());
		undo.push(() => product.stop());
		process.kill(product.roles().backend, "SIGKILL");
		expect((await fetch(`${product.url}/ready`)).status).toBe(200);
		// A signal is on its way for a moment; a new backend takes far longer to be there.
		const answer = () => fetch(`${product.url}/api/version`).then(({ status }) => status);
		await expect.poll(answer, { timeout: 5_000 }).toBe(503);
		await expect.poll(answer, { timeout: 20_000 }).toBe(200);
	});

	it.each(["SIGTERM", "SIGINT"] as const)("stops cleanly at %s", async (signal) => {
		const product = await startProduct(emptyDirectory());
		expect(await product.stop(signal)).toBe(0);
	});

	it("stops with the npm that started it", async () => {
		const product = await startProduct(emptyDirectory(), {}, {}, ["npm", "start"]);
		await product.stop();
		await expect(fetch(`${product.url}/ready`)).rejects.toThrow();
	});
});
