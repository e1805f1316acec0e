import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import {
	FEED_HEARTBEAT_MS,
	FEED_SILENCE_MS,
	FeedLine,
	type FeedReply,
	feedLine,
	feedLinesIn,
	LIVE_FEED_HEADER,
	LIVE_FEED_TARGET,
} from "@footfall/shared/live/live-feed";
import type { Backend } from "../../backend/backend.ts";

const OPENS_WITHIN_MS = 2_000;
/** More than fifty events of the largest size. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** A feed that is open. */
export interface Feed {
	/** The name by which requests refer to it. */
	name: string;
	/** Resolves when the feed ends. @throws when the connection breaks */
	lines: AsyncIterable<FeedLine>;
	send(reply: FeedReply): void;
	close(): void;
}

/** Opens a feed of live streams. @throws with `code` ECONNRESET if the backend's version has none */
export const openFeed = async (backend: Backend, internalToken: string): Promise<Feed> => {
	const request = backend.request({
		method: "CONNECT",
		path: LIVE_FEED_TARGET,
		headers: { Host: LIVE_FEED_TARGET, Authorization: `Bearer ${internalToken}` },
	});
	const overdue = setTimeout(
		() => request.destroy(new Error("The backend did not answer in time")),
		OPENS_WITHIN_MS,
	);
	request.end();
	const [response, socket, head] = (await once(request, "connect").finally(() =>
		clearTimeout(overdue),
	)) as [IncomingMessage, Socket, Buffer];
	socket.on("error", () => socket.destroy());
	const name = response.headers[LIVE_FEED_HEADER]?.toString();
	if (response.statusCode !== 200 || name === undefined) {
		socket.destroy();
		throw new Error(`The backend answered ${response.statusCode}`);
	}
	socket.unshift(head);

	let heardAt = performance.now();
	const send = (reply: FeedReply) => void socket.write(feedLine(reply));
	const beating = setInterval(() => {
		if (performance.now() - heardAt > FEED_SILENCE_MS) socket.destroy();
		else send({});
	}, FEED_HEARTBEAT_MS).unref();
	const close = () => {
		clearInterval(beating);
		socket.destroy();
	};
	const lines = async function* () {
		for await (const line of feedLinesIn(socket, MAX_LINE_BYTES)) {
			heardAt = performance.now();
			yield FeedLine.parse(line);
		}
	};
	return { name, lines: lines(), send, close };
};
