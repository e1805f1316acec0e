import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LIVE_HELD_HEADER } from "@footfall/shared/live/live-feed";
import type { Request, Response } from "express";

/** Server-sent events. */
export interface EventStream {
	/** Texts of `serverSentEvent`. The iteration has to end by itself when `close` is called. */
	serverSentEvents: AsyncIterable<string>;
	/** Called once nothing is sent any more. */
	close(): void;
}

/** An answer that lasts. */
export interface EventStreamAnswer {
	/**
	 * Not called where the headers alone are asked for.
	 * @returns undefined where a gateway holds the stream and is told otherwise what it says
	 * @throws ApiError when there is no place for one more
	 */
	openEventStream(): EventStream | undefined;
}

/** Whether a handler's answer is a stream of events. */
export const isEventStream = (answer: unknown): answer is EventStreamAnswer =>
	typeof answer === "object" && answer !== null && "openEventStream" in answer;

/** Longer than the pause between heartbeats: no byte has left for so long because the client takes none. */
const UNREAD_MS = 20_000;

/** Sends events as they come, at the speed of the client; one that does not read is cut off. */
export const sendEventStream = async (
	request: Request,
	response: Response,
	answer: EventStreamAnswer,
	unreadMs = UNREAD_MS,
): Promise<void> => {
	const isHead = request.method === "HEAD";
	const stream = isHead ? undefined : answer.openEventStream();
	response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
	// Neither stored nor collected by whoever forwards it: nginx obeys the third.
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
