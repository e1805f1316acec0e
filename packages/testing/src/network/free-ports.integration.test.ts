import { createServer } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { freePorts } from "./free-ports.ts";

afterEach(() => {
	vi.unstubAllEnvs();
});

describe("ports for servers that cannot choose one themselves", () => {
	it("are not drawn by two test files that run at the same time", async () => {
		vi.stubEnv("VITEST_POOL_ID", "1");
		const one = await freePorts(200);
		vi.stubEnv("VITEST_POOL_ID", "2");
		const other = await freePorts(200);
		expect(one.filter((port) => other.includes(port))).toEqual([]);
	});

	it("are not drawn a second time, so that a server that restarts finds its port again", async () => {
		const ports = [...(await freePorts(300)), ...(await freePorts(300))];
		expect(new Set(ports).size).toBe(600);
	});

	it("are not among those that the system assigns to connections", async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const { port: assigned } = Object(server.address());
		server.close();
		for (const port of await freePorts(100)) expect(port).toBeLessThan(Math.min(assigned, 32_768));
	});
});
