import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface EventStream {
	/** Texts of `serverSentEvent`. The iteration has to end by itself when `close` is called. */
	serverSentEvents: AsyncIterable<string>;
	/** Called once nothing is sent any more. */
	close(): void;
}

/** An answer that lasts. */
export interface EventStreamAnswer {
	/** Not called where the headers alone are asked for. @throws ApiError when there is no place for one more */
	openEventStream(): EventStream;
}

/** Whether a handler's answer is a stream of events. */
export const isEventStream = (answer: unknown): answer is EventStreamAnswer =>
	typeof answer === "object" && answer !== null && "openEventStream" in answer;

/** An event as text. JSON has no line breaks of its own. */
export const serverSentEvent = (name: string, data: unknown, id?: string): string =>
	`${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Keeps proxies and load balancers from closing a quiet connection. */
export const HEARTBEAT = ": still here\n\n";

/** Longer than the pause between heartbeats: no byte has left for so long because the client takes none. */
const UNREAD_MS = 20_000;

/** Sends events as they come, at the speed of the client; one that does not read is cut off. */
export const sendEventStream = async (
	request: Request,
	response: Response,
	answer: EventStreamAnswer,
	unreadMs = UNREAD_MS,
): Promise<void> => {
	const stream = request.method === "HEAD" ? undefined : answer.openEventStream();
	response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
	// Neither stored nor collected by whoever forwards it: nginx obeys the third.
	response.setHeader("Cache-Control", "no-store, no-transform");
	response.setHeader("X-Accel-Buffering", "no");
	response.setHeader("X-Content-Type-Options", "nosniff");
	try {
		if (stream === undefined) return void response.end();
		response.flushHeaders();
		response.setTimeout(unreadMs, () => response.destroy());
		await pipeline(Readable.from(stream.serverSentEvents, { highWaterMark: 1 }), response);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
	} finally {
		stream?.close();
	}
};
