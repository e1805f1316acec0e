import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { testDirectory } from "@footfall/testing/test-directory";
import { afterEach, describe, expect, it } from "vitest";
import { type BackendAddress, openBackend } from "./backend.ts";

const servers: http.Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

const listening = async (address: string | number) => {
	const server = http.createServer((request, response) => response.end(`saw ${request.url}`));
	servers.push(server);
	await new Promise<void>((resolve) =>
		typeof address === "string"
			? server.listen(address, resolve)
			: server.listen(address, "127.0.0.1", resolve),
	);
	return server;
};

const answerOf = async (address: BackendAddress) => {
	const backend = openBackend(address);
	const request = backend.request({ path: "/x" });
	request.end();
	const [response] = (await once(request, "response")) as [http.IncomingMessage];
	const chunks = await response.toArray();
	backend.close();
	return Buffer.concat(chunks).toString();
};

describe("the backend", () => {
	it("is reached at its socket's path", async () => {
		const socketPath = join(testDirectory(), "backend.sock");
		await listening(socketPath);
		expect(await answerOf({ socketPath })).toBe("saw /x");
	});

	it("is reached at its origin", async () => {
		const { port } = (await listening(0)).address() as AddressInfo;
		expect(await answerOf({ origin: `http://127.0.0.1:${port}` })).toBe("saw /x");
	});
});
