import {
	DEDUPE_WINDOW_MS,
	MAX_EVENT_BYTES,
	MAX_GIVEN_UP,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import type { ApiMessage, Report } from "./delivery-error.ts";
import type { Result } from "./send.ts";

/** Numbers of events and identifies since the client was created. */
export interface Counts {
	/** Stored, excluded by the site's settings, or a repeat of a stored one. */
	accepted: number;
	/** By the server, for good. */
	refused: number;
	/** By the client, because the queue was full, a day had passed, or the client was closed. */
	dropped: number;
	/** Not sent, or not answered, yet. */
	waiting: number;
}

/** Below `/api`. Events are sent together, an identify alone. */
export type Path = "track" | "identify";

interface Message {
	path: Path;
	json: string;
	bytes: number;
	/** Counted from 1 in the order of calls. */
	number: number;
	addedAt: number;
	/** The dropped events that it reports to the server. */
	givenUp: number;
}

/** Half of what the server accepts: a proxy in front may accept less. */
const MAX_BATCH_BYTES = MAX_TRACK_BODY_BYTES / 2;
const MAX_QUEUE_BYTES = 64 * MAX_TRACK_BODY_BYTES;
const FULL = "the queue is full";

const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** The JSON of a message, or what is wrong with it; then, its plain fields, for the report. */
const written = (make: () => ApiMessage): { json: string; fault: string } => {
	let value: ApiMessage = {};
	try {
		value = make();
		const json = JSON.stringify(value);
		const isTooLarge = byteLength(json) > MAX_EVENT_BYTES;
		return { json, fault: isTooLarge ? `it is larger than ${MAX_EVENT_BYTES} bytes` : "" };
	} catch (error) {
		const plain = Object.entries(value).filter(([, one]) => /string|number/.test(typeof one));
		const json = JSON.stringify(Object.fromEntries(plain));
		return { json, fault: `it cannot be written as JSON: ${error}` };
	}
};

/** How many of the oldest messages fit into a request. */
const requestLength = (messages: readonly Message[], maxCount: number): number => {
	const path = messages[0]?.path;
	const candidates = messages.slice(0, path === "track" ? maxCount : 1);
	let bytes = 0;
	const end = candidates.findIndex((message) => {
		bytes += message.bytes;
		return message.path !== path || bytes > MAX_BATCH_BYTES;
	});
	return end < 0 ? candidates.length : end;
};

/** The messages that are not settled yet, the oldest first, within bounds; counts and reports what becomes of each. */
export const createMessageQueue = (maxSize: number, report: Report) => {
	let messages: Message[] = [];
	let bytes = 0;
	let lastNumber = 0;
	/** The messages at the start that are in the current request. */
	let inRequest = 0;
	/** Dropped events that the server has not been told of. */
	let givenUp = 0;
	let isClosed = false;
	const counts = { accepted: 0, refused: 0, dropped: 0 };

	const settle = (message: Message, kind: keyof typeof counts, reason: string) => {
		bytes -= message.bytes;
		counts[kind]++;
		if (kind !== "accepted") givenUp += message.givenUp;
		if (kind === "dropped" && message.path === "track") givenUp++;
		if (reason !== "")
			report(kind === "accepted" ? "changed" : kind, reason, JSON.parse(message.json));
	};

	const drop = (at: number, reason: string) => {
		for (const message of messages.splice(at, 1)) settle(message, "dropped", reason);
	};

	const isFull = () => messages.length >= maxSize || bytes > MAX_QUEUE_BYTES;

	return {
		/** Adds the message that is made; where there is no space, the oldest are dropped. */
		add: (path: Path, make: () => ApiMessage) => {
			const { json, fault } = written(make);
			const common = { path, number: ++lastNumber, addedAt: Date.now(), bytes: byteLength(json) };
			const message: Message = { ...common, json, givenUp: 0 };
			bytes += message.bytes;
			if (fault !== "") return settle(message, "refused", fault);
			if (isClosed) return settle(message, "dropped", "the client is closed");
			while (isFull() && messages.length > inRequest) drop(inRequest, FULL);
			if (isFull()) return settle(message, "dropped", FULL);
			if (path === "track" && givenUp > 0) {
				message.givenUp = Math.min(givenUp, MAX_GIVEN_UP);
				message.json = `${json.slice(0, -1)},"given_up":${message.givenUp}}`;
				givenUp -= message.givenUp;
			}
			messages.push(message);
		},

		/** The next request: the oldest messages, up to `maxCount`; those too old to be repeated safely are dropped. */
		nextRequest: (maxCount: number): { path: Path; body: string; count: number } | undefined => {
			const tooOld = Date.now() - DEDUPE_WINDOW_MS;
			while (messages[0] !== undefined && messages[0].addedAt < tooOld)
				drop(0, "it could not be sent for 24 hours");
			inRequest = requestLength(messages, maxCount);
			const bodies = messages.slice(0, inRequest).map(({ json }) => json);
			const path = messages[0]?.path;
			if (path === undefined) return undefined;
			return { path, body: path === "track" ? `[${bodies}]` : `${bodies}`, count: inRequest };
		},

		/** Takes the results of the last request; messages to retry stay first. Returns how many these are. */
		settleRequest: (results: readonly Result[]): number => {
			const isRetried = (_: Message, index: number) => results[index]?.kind === "retry";
			const sent = messages.slice(0, inRequest);
			const retried = sent.filter(isRetried);
			messages = [...retried, ...messages.slice(inRequest)];
			inRequest = 0;
			for (const [index, message] of sent.entries()) {
				const { kind, reason } = results[index] as Result;
				if (kind !== "retry") settle(message, kind, reason);
			}
			return retried.length;
		},

		/** Accepts no more messages. */
		close: () => {
			isClosed = true;
		},
		dropAll: (reason: string) => {
			while (messages.length > 0) drop(0, reason);
		},

		/** The number of the last message that was added, counted from 1, and of the oldest that waits. */
		lastNumber: () => lastNumber,
		firstNumber: () => messages[0]?.number ?? Number.POSITIVE_INFINITY,
		/** Whether so many messages wait, or as many bytes as a request takes. */
		hasBatch: (size: number) => messages.length >= size || bytes >= MAX_BATCH_BYTES,
		counts: (): Counts => ({ ...counts, waiting: messages.length }),
	};
};
