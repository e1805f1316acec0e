import type { ListedEvent } from "@footfall/reports/events/events";
import type { Area } from "@footfall/shared/areas";
import { HEARTBEAT, reconnectAfter } from "@footfall/shared/live/server-sent-event";
import type { AnyGrant } from "../access/access.ts";
import { type LivePace, MAX_PUSHED } from "./live-pace.ts";
import {
	newsTexts,
	RECONNECT_MS,
	RENEWED,
	refusalText,
	STOPPING,
	showsEvents,
} from "./live-texts.ts";
import type { News, SiteWatch } from "./site-watch.ts";

/** News to be sent; a slow client gets only the latest. */
const createMailbox = () => {
	let news: News<ListedEvent> = {};
	let wake = () => {};
	return {
		put: (added: News<ListedEvent>): void => {
			const events = [...(added.events ?? []), ...(news.events ?? [])].slice(0, MAX_PUSHED);
			news = { ...news, ...added, ...(events.length > 0 && { events }) };
			wake();
		},
		take: (): News<ListedEvent> => {
			const taken = news;
			news = {};
			return taken;
		},
		wake: () => wake(),
		/** Resolves when there are news, the time is over or somebody calls `wake`. */
		wait: (ms: number): Promise<void> =>
			new Promise((resolve) => {
				const finish = () => {
					clearTimeout(timer);
					wake = () => {};
					resolve();
				};
				const timer = setTimeout(finish, ms);
				wake = finish;
				if (Object.keys(news).length > 0) finish();
			}),
	};
};

/** The messages of one live stream, until its client leaves, its permission ends or the server stops. */
export const liveMessages = async function* ({
	watch,
	isMember,
	since,
	shownAreas,
	readmit,
	stopping,
	ended,
	pace: { heartbeatMs, readmitMs, lifeMs },
	clock = () => performance.now(),
}: {
	watch: SiteWatch<ListedEvent>;
	/** Whether it is a members' watch. */
	isMember: boolean;
	since: number | undefined;
	shownAreas: readonly Area[] | undefined;
	readmit(): Promise<AnyGrant>;
	/** Aborts when the server stops. */
	stopping: AbortSignal;
	/** Aborts when nothing more can be sent. */
	ended: AbortSignal;
	pace: LivePace;
	clock?: () => number;
}): AsyncGenerator<string> {
	const mailbox = createMailbox();
	const leave = watch.add(mailbox.put, since);
	const bornAt = clock();
	// Registered once for the stream's life: thousands of streams share a signal, and each change scans all its
	// listeners.
	const signals = [stopping, ended];
	for (const signal of signals) signal.addEventListener("abort", mailbox.wake);
	let [sentAt, admittedAt, areas] = [bornAt, bornAt, shownAreas];
	try {
		yield reconnectAfter(RECONNECT_MS);
		for (;;) {
			const due = Math.min(sentAt + heartbeatMs, admittedAt + readmitMs, bornAt + lifeMs);
			if (!signals.some(({ aborted }) => aborted)) await mailbox.wait(Math.max(0, due - clock()));
			if (ended.aborted) return;
			if (stopping.aborted) return yield STOPPING;
			if (clock() >= bornAt + lifeMs) return yield RENEWED;
			if (clock() >= admittedAt + readmitMs) {
				try {
					const grant = await readmit();
					// A member who has signed out of a public site is now a visitor, who sees less.
					if ((grant.caller !== undefined) !== isMember) return yield RENEWED;
					areas = grant.shownAreas;
				} catch (error) {
					return yield refusalText(error);
				}
				admittedAt = clock();
			}
			for (const text of newsTexts(mailbox.take(), showsEvents(areas))) {
				sentAt = clock();
				yield text;
			}
			if (clock() >= sentAt + heartbeatMs) {
				sentAt = clock();
				yield HEARTBEAT;
			}
		}
	} finally {
		for (const signal of signals) signal.removeEventListener("abort", mailbox.wake);
		leave();
	}
};
