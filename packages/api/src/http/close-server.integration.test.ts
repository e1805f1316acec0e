import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createServerCloser } from "./close-server.ts";

it("answers requests in flight, and closes idle and unused connections at once", async () => {
	const responses: ServerResponse[] = [];
	const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
		responses.push(response);
	});
	const close = createServerCloser(server);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const connect = async () => {
		const socket = net.connect(port, "127.0.0.1");
		await once(socket, "connect");
		return socket.resume();
	};
	const [unused, idle] = [await connect(), await connect()];
	idle.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	await expect.poll(() => responses).toHaveLength(1);
	responses.pop()?.end();
	const answer = fetch(`http://127.0.0.1:${port}/`);
	await expect.poll(() => responses).toHaveLength(1);

	const ends = [unused, idle].map((socket) => once(socket, "close"));
	const closed = close();
	await Promise.all(ends);
	responses.pop()?.end("answered");
	expect(await (await answer).text()).toBe("answered");
	await closed;
}, 30_000);
