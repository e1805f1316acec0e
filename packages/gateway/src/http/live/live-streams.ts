import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import type { Backend } from "../../backend/backend.ts";
import { createLiveViewers, type LiveViewers } from "./live-viewers.ts";
import { type Feed, openFeed } from "./open-feed.ts";

/** A backend without feeds is asked for one again after this time: it may have been replaced. */
const WITHOUT_FEED_MS = 10_000;

const LIVE_PATH = /^\/+api\/sites\/[^/?]+\/live\/?(\?|$)/i;

/** Whether a request is for a live stream. */
export const isLiveRequest = ({ method, url = "" }: IncomingMessage): boolean =>
	method === "GET" && LIVE_PATH.test(url);

/** A viewer's subscription to a feed. */
export interface LivePlace {
	/** The value of `LIVE_FEED_HEADER` for its request to the backend. */
	header: string;
	/** Answers with the feed's content, because the backend has handed the stream over. */
	hold(head: { status: number; headers: string[] }): void;
	/** Cancels the subscription, because the backend answers otherwise. */
	release(): void;
}

/** Live streams that viewers have open here. */
export interface LiveStreams {
	/** Resolves to undefined where the backend streams each answer itself. */
	reserve(response: ServerResponse): Promise<LivePlace | undefined>;
	/** Ends all of them. */
	close(): Promise<void>;
}

interface OpenFeed {
	feed: Feed;
	viewers: LiveViewers;
}

/**
 * Holds the live streams of viewers: the backend admits them and sends the content for all over one feed, so that a
 * stream is a connection here and nothing there. The feed is opened for the first of them.
 */
export const openLiveStreams = (
	backend: Backend,
	internalToken: string,
	log: Logger,
): LiveStreams => {
	let current: Promise<OpenFeed | undefined> | undefined;
	let isClosed = false;
	let withoutFeedUntil = 0;

	const follow = async ({ feed, viewers }: OpenFeed) => {
		try {
			for await (const line of feed.lines) {
				const gone = await viewers.take(line);
				if (gone.length > 0) feed.send({ left: gone });
			}
		} catch (error) {
			log.warn({ error: (error as Error).message }, "The live feed was interrupted");
		}
		// From now on, viewers need another feed.
		current = undefined;
		feed.close();
		await viewers.end();
	};
	const open = async (): Promise<OpenFeed | undefined> => {
		try {
			const feed = await openFeed(backend, internalToken);
			const opened = { feed, viewers: createLiveViewers() };
			void follow(opened);
			return opened;
		} catch (error) {
			current = undefined;
			if ((error as NodeJS.ErrnoException).code === "ECONNRESET")
				withoutFeedUntil = performance.now() + WITHOUT_FEED_MS;
			return undefined;
		}
	};

	return {
		reserve: async (response) => {
			if (isClosed || performance.now() < withoutFeedUntil) return undefined;
			current ??= open();
			const opened = await current;
			if (opened === undefined || response.destroyed) return undefined;
			const { feed, viewers } = opened;
			const viewer = viewers.add();
			const release = () => {
				if (viewers.remove(viewer)) feed.send({ left: [viewer.id] });
			};
			response.once("close", release);
			return {
				header: `${feed.name} ${viewer.id}`,
				hold: ({ status, headers }) => {
					response.writeHead(status, headers);
					response.flushHeaders();
					// Silence is usual here.
					response.socket?.setTimeout(0);
					viewers.begin(viewer, response);
				},
				release,
			};
		},
		close: async () => {
			isClosed = true;
			const opened = await current;
			await opened?.viewers.end();
			opened?.feed.close();
		},
	};
};
