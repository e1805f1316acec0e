import { z } from "zod";

/**
 * How a gateway holds the live streams of its viewers. It opens a feed to the api: a tunnel (`CONNECT`) with the internal
 * token as Bearer, over which both send lines of JSON. A request for a stream names the feed and a number that the gateway
 * has chosen. The api admits and counts the viewer as always; then it answers with headers alone and sends what the viewer
 * is to read over the feed. An api that does not know the feed streams the answer itself.
 */

/** The target of the tunnel. HTTP's grammar wants a host and a port. */
export const LIVE_FEED_TARGET = "live-feed:1";

/** Of the answer to `CONNECT`: the feed's name, which nobody can guess. Of a request: `<feed> <number of the stream>`. */
export const LIVE_FEED_HEADER = "x-footfall-live-feed";

/** Of an answer whose stream comes over the feed. Clients never see it. */
export const LIVE_HELD_HEADER = "x-footfall-live-held";

/** Both sides say so often that they are there, and give the other up after so long without a line. */
export const FEED_HEARTBEAT_MS = 10_000;
export const FEED_SILENCE_MS = 30_000;

const streams = z.array(z.int().positive());

/** From the api to a gateway; an empty one says that the api is there. */
export const FeedLine = z.object({
	/** The streams that it is about. */
	streams: streams.optional(),
	/** What these or, without them, all streams of `audience` are to read. */
	text: z.string().optional(),
	/** From now on, `streams` read what the audience is sent. */
	audience: z.string().optional(),
	/** Nothing follows for `streams`. */
	isOver: z.literal(true).optional(),
});
export type FeedLine = z.infer<typeof FeedLine>;

/** From a gateway to the api; an empty one says that the gateway is there. */
export const FeedReply = z.object({
	/** Streams whose viewers have gone. */
	left: streams.optional(),
});
export type FeedReply = z.infer<typeof FeedReply>;

/** What is written to a feed. */
export const feedLine = (line: FeedLine | FeedReply): string => `${JSON.stringify(line)}\n`;

const LINE_FEED = 0x0a;

/** The lines that come over a feed, without the last one if it was cut off. @throws Error for one above `maxBytes` */
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
			if (length > maxBytes) throw new Error(`A line of a live feed is above ${maxBytes} bytes`);
			started.push(piece);
			if (end === -1) break;
			yield JSON.parse(Buffer.concat(started).toString());
			started = [];
			length = 0;
			from = end + 1;
		}
	}
};
