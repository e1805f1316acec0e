import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { closeUnread } from "./unread.ts";

const undo: (() => unknown)[] = [];
afterEach(() => {
	for (const step of undo.splice(0)) step();
});

/** A server that writes endlessly, and its client. */
const flooded = async () => {
	const connections = new Set<net.Socket>();
	const server = net.createServer((socket) => {
		connections.add(socket);
		socket.on("error", () => undefined).resume();
		const write = () => {
			while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
		};
		socket.on("drain", write);
		write();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
	client.on("error", () => undefined);
	const [socket] = (await once(server, "connection")) as [net.Socket];
	const closed = once(socket, "close");
	undo.push(
		closeUnread(connections, 500, 50),
		() => client.destroy(),
		() => server.close(),
	);
	return { client, closed };
};

it("a connection whose client reads nothing is closed, even if it keeps sending", async () => {
	const { client, closed } = await flooded();
	client.pause();
	const sending = setInterval(() => client.write("GET / HTTP/1.1\r\n\r\n"), 20);
	await closed;
	clearInterval(sending);
});

it("a connection whose client reads slowly stays open", async () => {
	const { client, closed } = await flooded();
	client.pause();
	const reading = setInterval(() => client.read(1024 * 1024), 20);
	const first = await Promise.race([
		closed.then(() => "closed"),
		new Promise((resolve) => setTimeout(resolve, 2_000, "open")),
	]);
	clearInterval(reading);
	expect(first).toBe("open");
});
