import type { ServerResponse } from "node:http";
import type { FeedLine } from "@footfall/shared/live/live-feed";
import {
	HEARTBEAT,
	reconnectAfter,
	serverSentEvent,
} from "@footfall/shared/live/server-sent-event";
import { createEventLoopBudget } from "../event-loop-budget.ts";
import { type LiveMessage, liveMessage } from "./live-message.ts";

/** A viewer that is further behind is disconnected; its client resumes after the last event that it has read. */
const MAX_UNREAD_BYTES = 256 * 1024;
/** More than a viewer is sent before its request is answered. */
const MAX_EARLY_MESSAGES = 100;

const HEARTBEAT_MS = 15_000;
/** All viewers get a heartbeat over this many steps, so that incoming events never wait for all of them. */
const HEARTBEAT_STEPS = 60;
/** Share of an event loop turn for writing to viewers. */
const SHARE_MS = 4;

/** Viewers whose streams end together reconnect spread over this many seconds. */
const RECONNECT_SECONDS = [3, 4, 5, 6, 7, 8, 9, 10];

const heartbeat = liveMessage(HEARTBEAT);

export interface LiveViewer {
	id: number;
	/** Undefined until its request is answered. */
	response: ServerResponse | undefined;
	/** Messages received before that. */
	early: LiveMessage[];
	/** Whether the last of these ends the stream. */
	isOver: boolean;
	/** Whether more was received than is kept. */
	isLost: boolean;
	audience: Audience | undefined;
}

/** Viewers who see the same of a site. */
interface Audience {
	name: string;
	viewers: Set<LiveViewer>;
}

/** Ends of streams, each of which makes its clients reconnect at a different time. */
const createLastMessages = (text: string) => {
	const messages = RECONNECT_SECONDS.map((seconds) =>
		liveMessage(reconnectAfter(seconds * 1_000) + text),
	);
	return () => messages[Math.floor(Math.random() * messages.length)] as LiveMessage;
};
const RESTARTING = createLastMessages(
	serverSentEvent("end", {
		code: "RESTARTING",
		message: "The server is restarting; connect again",
	}),
);

const write = (response: ServerResponse, { chunk, plain }: LiveMessage) => {
	const { socket, chunkedEncoding } = response;
	if (socket === null) return;
	// Not through the response, which would frame the message for each viewer.
	if (socket.writableLength <= MAX_UNREAD_BYTES) socket.write(chunkedEncoding ? chunk : plain);
	else socket.destroy();
};

/** The viewers of one feed. */
export const createLiveViewers = () => {
	const viewers = new Map<number, LiveViewer>();
	const audiences = new Map<string, Audience>();
	const budget = createEventLoopBudget(SHARE_MS);
	let latestId = 0;
	let isEnded = false;

	const leaveAudience = (viewer: LiveViewer) => {
		const { audience } = viewer;
		viewer.audience = undefined;
		if (audience?.viewers.delete(viewer) && audience.viewers.size === 0)
			audiences.delete(audience.name);
	};
	const remove = (viewer: LiveViewer): boolean => {
		leaveAudience(viewer);
		return viewers.delete(viewer.id);
	};
	const joinAudience = (viewer: LiveViewer, name: string) => {
		leaveAudience(viewer);
		const audience = audiences.get(name) ?? { name, viewers: new Set() };
		audiences.set(name, audience);
		audience.viewers.add(viewer);
		viewer.audience = audience;
	};
	const tell = (viewer: LiveViewer, message: LiveMessage) => {
		const { response, early } = viewer;
		if (response !== undefined) write(response, message);
		else if (early.length < MAX_EARLY_MESSAGES) early.push(message);
		else viewer.isLost = true;
	};
	const end = (viewer: LiveViewer, message: LiveMessage) => {
		remove(viewer);
		tell(viewer, message);
		viewer.isOver = true;
		viewer.response?.end();
	};

	let beating = viewers.values();
	let due = 0;
	const beat = () => {
		for (due += viewers.size / HEARTBEAT_STEPS; due >= 1; due--) {
			let next = beating.next();
			if (next.done) {
				beating = viewers.values();
				next = beating.next();
			}
			if (next.value?.response !== undefined) write(next.value.response, heartbeat);
		}
	};
	const beats = setInterval(beat, HEARTBEAT_MS / HEARTBEAT_STEPS).unref();

	return {
		/** Adds a viewer whose request will be answered. */
		add: (): LiveViewer => {
			const viewer: LiveViewer = {
				...{ id: ++latestId, response: undefined, early: [] },
				...{ isOver: false, isLost: false, audience: undefined },
			};
			viewers.set(viewer.id, viewer);
			return viewer;
		},
		/** Sends a viewer, whose headers are sent, everything that it has missed. */
		begin: (viewer: LiveViewer, response: ServerResponse): void => {
			const { id, isOver, isLost } = viewer;
			for (const message of viewer.early.splice(0)) write(response, message);
			if (viewers.has(id) && !isLost && !isEnded) {
				viewer.response = response;
				return;
			}
			if (!isOver) write(response, RESTARTING());
			response.end();
		},
		/** @returns whether it was still connected */
		remove,
		/** Executes a line of the feed. @returns viewers that it names and that have disconnected */
		take: async ({ streams, text = "", audience = "", isOver }: FeedLine): Promise<number[]> => {
			const gone: number[] = [];
			const message = liveMessage(text);
			if (streams === undefined)
				for (const viewer of audiences.get(audience)?.viewers ?? []) {
					tell(viewer, message);
					await budget();
				}
			const lastMessage = createLastMessages(text);
			for (const id of streams ?? []) {
				const viewer = viewers.get(id);
				if (viewer === undefined) gone.push(id);
				else if (isOver) end(viewer, lastMessage());
				else {
					if (text !== "") tell(viewer, message);
					if (audience !== "") joinAudience(viewer, audience);
				}
				await budget();
			}
			return isOver ? [] : gone;
		},
		/** Ends all streams, because the gateway or its backend stops. */
		end: async (): Promise<void> => {
			isEnded = true;
			clearInterval(beats);
			for (const viewer of viewers.values()) {
				end(viewer, RESTARTING());
				await budget();
			}
		},
	};
};
export type LiveViewers = ReturnType<typeof createLiveViewers>;
