import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import {
	FEED_HEARTBEAT_MS,
	FEED_SILENCE_MS,
	FeedReply,
	feedLine,
	feedLinesIn,
	LIVE_FEED_HEADER,
	LIVE_FEED_TARGET,
} from "@footfall/shared/live/live-feed";
import type { Logger } from "@footfall/shared/logger";
import { createTokenCheck } from "../http/internal-token.ts";
import { createHeldStreams, type HeldStream, type HeldStreams } from "./held-streams.ts";
import type { WatchOf } from "./live-audiences.ts";
import type { LivePace } from "./live-pace.ts";

/** A gateway that leaves this much unread is considered dead. */
const MAX_UNSENT_BYTES = 16 * 1024 * 1024;
const MAX_LINE_BYTES = 1024 * 1024;
const LOOK_EVERY_MS = 1_000;
/** The time in which a gateway can read the last lines of a stopping server. */
const LAST_LINES_MS = 2_000;

export interface GatewayFeeds {
	/** Serves a `CONNECT` request: the feed of a gateway, and nothing else. */
	serve(request: IncomingMessage, socket: Duplex, head: Buffer): void;
	/**
	 * Hands a stream over to a gateway. @param wanted the request's header
	 * @returns undefined if that names no feed open here
	 */
	holder(wanted: string | undefined): ((stream: HeldStream) => void) | undefined;
}

/** The feeds of gateways, which hold the live streams of their viewers. */
export const createGatewayFeeds = ({
	internalToken,
	watch,
	pace,
	stopping,
	logger,
}: {
	internalToken: string;
	watch: WatchOf;
	pace: LivePace;
	/** Aborts when the process stops. */
	stopping: AbortSignal;
	logger: Logger;
}): GatewayFeeds => {
	const isInternal = createTokenCheck(internalToken);
	const feeds = new Map<string, HeldStreams>();
	const lookEveryMs = Math.min(LOOK_EVERY_MS, pace.readmitMs);

	const open = async (socket: Duplex) => {
		const name = randomUUID();
		const feed = createHeldStreams({
			...{ watch, pace, lookEveryMs },
			send: (line) => {
				if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy();
				else socket.write(feedLine(line));
			},
		});
		let heardAt = performance.now();
		const looking = setInterval(() => {
			if (performance.now() - heardAt > FEED_SILENCE_MS) socket.destroy();
			feed.look();
		}, lookEveryMs);
		const beating = setInterval(() => socket.write(feedLine({})), FEED_HEARTBEAT_MS);
		const stop = () => {
			feed.stop();
			socket.end();
			setTimeout(() => socket.destroy(), LAST_LINES_MS).unref();
		};
		stopping.addEventListener("abort", stop);
		feeds.set(name, feed);
		socket.write(`HTTP/1.1 200 OK\r\n${LIVE_FEED_HEADER}: ${name}\r\n\r\n`);
		try {
			for await (const line of feedLinesIn(socket, MAX_LINE_BYTES)) {
				heardAt = performance.now();
				feed.left(FeedReply.parse(line).left ?? []);
			}
		} finally {
			feeds.delete(name);
			clearInterval(looking);
			clearInterval(beating);
			stopping.removeEventListener("abort", stop);
			socket.destroy();
			feed.close();
		}
	};

	return {
		serve: (request, socket, head) => {
			const isFeed = request.url === LIVE_FEED_TARGET && isInternal(request.headers.authorization);
			if (!isFeed) return void socket.destroy();
			// The 503 distinguishes this from a version without feeds.
			if (stopping.aborted) return void socket.end("HTTP/1.1 503 Service Unavailable\r\n\r\n");
			socket.unshift(head);
			open(socket).catch((err) =>
				logger.warn({ err }, "The live feed to a gateway was interrupted"),
			);
		},
		holder: (wanted) => {
			const [name = "", number] = wanted?.split(" ", 2) ?? [];
			const feed = feeds.get(name);
			const id = Number(number);
			if (feed === undefined || !Number.isSafeInteger(id) || id <= 0) return undefined;
			return (stream) => feed.hold(id, stream);
		},
	};
};
