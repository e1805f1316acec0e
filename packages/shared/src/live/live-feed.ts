import { z } from "zod";

/**
 * How a gateway holds the live streams of its viewers. It opens a feed to the api: a tunnel (`CONNECT`) with the
 * internal token as Bearer, over which both send lines of JSON. A request for a stream names the feed and a number
 * chosen by the gateway. The api admits and counts the viewer as usual; then it answers with headers only and sends the
 * stream's content over the feed. An api that does not know the feed streams the answer itself.
 */

/** The target of the tunnel. HTTP's grammar requires a host and a port. */
export const LIVE_FEED_TARGET = "live-feed:1";

/**
 * In the answer to `CONNECT`: the feed's name, which nobody can guess. In a request: `<feed> <number of the stream>`.
 */
export const LIVE_FEED_HEADER = "x-footfall-live-feed";

/** In an answer whose stream comes over the feed. Clients never see it. */
export const LIVE_HELD_HEADER = "x-footfall-live-held";

/** The interval of both sides' heartbeats, and the time without a line after which the other side counts as gone. */
export const FEED_HEARTBEAT_MS = 10_000;
export const FEED_SILENCE_MS = 30_000;

const streams = z.array(z.int().positive());

/** From the api to a gateway; an empty one is a heartbeat. */
export const FeedLine = z.object({
	/** The streams concerned. */
	streams: streams.optional(),
	/** The content for these or, without them, for all streams of `audience`. */
	text: z.string().optional(),
	/** From now on, `streams` receive the audience's content. */
	audience: z.string().optional(),
	/** `streams` have ended. */
	isOver: z.literal(true).optional(),
});
export type FeedLine = z.infer<typeof FeedLine>;

/** From a gateway to the api; an empty one is a heartbeat. */
export const FeedReply = z.object({
	/** Streams whose viewers have disconnected. */
	left: streams.optional(),
});
export type FeedReply = z.infer<typeof FeedReply>;

/** What is written to a feed. */
export const feedLine = (line: FeedLine | FeedReply): string => `${JSON.stringify(line)}\n`;

const LINE_FEED = 0x0a;

/** Reads the lines of a feed, without the last one if it is incomplete. @throws Error for one above `maxBytes` */
export const feedLinesIn = async function* (
	bytes: AsyncIterable<Buffer>,
	maxBytes: number,
): AsyncGenerator<unknown> {
	let started: Buffer[] = [];
	let length = 0;
	for await (const chunk of bytes) {
		let from = 0;
		for (;;) {
			const end = chunk.indexOf(LINE_FEED, from);
			const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
			length += piece.length;
			if (length > maxBytes)
				throw new Error(`A line of a live feed is larger than ${maxBytes} bytes`);
			started.push(piece);
			if (end === -1) break;
			yield JSON.parse(Buffer.concat(started).toString());
			started = [];
			length = 0;
			from = end + 1;
		}
	}
};
