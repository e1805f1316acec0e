import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LIVE_HELD_HEADER } from "@footfall/shared/live/live-feed";
import type { Request, Response } from "express";

/** Server-sent events. */
export interface EventStream {
	/** Texts of `serverSentEvent`. The iteration must end by itself when `close` is called. */
	serverSentEvents: AsyncIterable<string>;
	/** Called once nothing more is sent. */
	close(): void;
}

/** An answer that stays open. */
export interface EventStreamAnswer {
	/**
	 * Not called for a HEAD request.
	 * @returns undefined when a gateway holds the stream and gets its events through its feed
	 * @throws ApiError when too many streams are open
	 */
	openEventStream(): EventStream | undefined;
}

/** Whether a handler's answer is a stream of events. */
export const isEventStream = (answer: unknown): answer is EventStreamAnswer =>
	typeof answer === "object" && answer !== null && "openEventStream" in answer;

/** Longer than the heartbeat interval: if no byte was sent for this long, the client is not reading. */
const UNREAD_MS = 20_000;

/** Sends events as they come, at the client's speed; a client that does not read is disconnected. */
export const sendEventStream = async (
	request: Request,
	response: Response,
	answer: EventStreamAnswer,
	unreadMs = UNREAD_MS,
): Promise<void> => {
	const isHead = request.method === "HEAD";
	const stream = isHead ? undefined : answer.openEventStream();
	response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
	// Proxies must neither cache nor buffer it: nginx obeys the third.
	response.setHeader("Cache-Control", "no-store, no-transform");
	response.setHeader("X-Accel-Buffering", "no");
	response.setHeader("X-Content-Type-Options", "nosniff");
	if (isHead) return void response.end();
	if (stream === undefined) response.setHeader(LIVE_HELD_HEADER, "1");
	response.flushHeaders();
	if (stream === undefined) return void response.end();
	try {
		response.setTimeout(unreadMs, () => response.destroy());
		await pipeline(Readable.from(stream.serverSentEvents, { highWaterMark: 1 }), response);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
	} finally {
		stream.close();
	}
};
