import type { Area } from "@footfall/shared/areas";
import type { FeedLine } from "@footfall/shared/live/live-feed";
import { reconnectAfter } from "@footfall/shared/live/server-sent-event";
import type { AnyGrant } from "../access/access.ts";
import type { Site } from "../access/site.ts";
import { createLiveAudiences, type LiveView, type WatchOf } from "./live-audiences.ts";
import type { LivePace } from "./live-pace.ts";
import {
	newsTexts,
	RECONNECT_MS,
	RENEWED,
	refusalText,
	STOPPING,
	showsEvents,
} from "./live-texts.ts";

/** A viewer's stream that a gateway is to hold. */
export interface HeldStream {
	site: Site;
	isMember: boolean;
	/** Its first events are those after this time, ms since the epoch; undefined = only events from now on. */
	since: number | undefined;
	shownAreas: readonly Area[] | undefined;
	/** Everything that determines its rights, which are checked once for all streams that share it. */
	presented: string;
	readmit(): Promise<AnyGrant>;
	/** Releases its slot. */
	leave(): void;
}

/** Streams with the same rights to the same site. */
interface Admission extends LiveView {
	key: string;
	/** The name of its streams' audience. */
	audience: string;
	readmit(): Promise<AnyGrant>;
	streams: Set<Stream>;
	/** On the monotonic clock, in ms. */
	admittedAt: number;
	isChecking: boolean;
}

interface Stream {
	id: number;
	admission: Admission;
	endsAt: number;
	/** Whether it has got its own first state; from then on it reads the audience. */
	isGreeted: boolean;
	unwatch(): void;
	leave(): void;
}

const nothing = () => {};

/** The streams that have reached the end of their lifetime; expects the oldest first. */
const endingBy = function* (now: number, streams: Iterable<Stream>): Generator<Stream> {
	for (const stream of streams) {
		if (stream.endsAt > now) return;
		yield stream;
	}
};

/** The streams that one gateway process holds: assigns their audiences, and ends them when their rights end. */
export const createHeldStreams = ({
	watch,
	pace: { readmitMs, lifeMs },
	lookEveryMs,
	send,
	clock = () => performance.now(),
}: {
	watch: WatchOf;
	pace: LivePace;
	/** How often `look` is called. */
	lookEveryMs: number;
	send(line: FeedLine): void;
	clock?: () => number;
}) => {
	/** By the gateway's numbers, oldest first. */
	const streams = new Map<number, Stream>();
	const admissions = new Map<string, Admission>();
	const audiences = createLiveAudiences(watch, send);

	const admissionOf = ({ site, isMember, shownAreas, presented, readmit }: HeldStream) => {
		const key = `${isMember} ${presented}`;
		const known = admissions.get(key);
		if (known !== undefined) return known;
		// Joins before any stream of it watches by itself, so that the audience gets news first: later readers miss nothing,
		// and get nothing twice.
		const seen = { site, isMember, withEvents: showsEvents(shownAreas) };
		const admission: Admission = {
			...{ key, ...seen, readmit },
			audience: audiences.join(seen),
			streams: new Set(),
			admittedAt: clock(),
			isChecking: false,
		};
		admissions.set(key, admission);
		return admission;
	};

	const drop = (stream: Stream) => {
		const { admission } = stream;
		if (!admission.streams.delete(stream)) return;
		streams.delete(stream.id);
		stream.unwatch();
		stream.leave();
		if (admission.streams.size > 0) return;
		admissions.delete(admission.key);
		audiences.leave(admission.audience);
	};
	const left = (ids: readonly number[]) => {
		for (const id of ids) {
			const stream = streams.get(id);
			if (stream !== undefined) drop(stream);
		}
	};
	const end = (ended: Iterable<Stream>, text: string) => {
		const all = [...ended];
		if (all.length === 0) return;
		send({ streams: all.map(({ id }) => id), text, isOver: true });
		for (const stream of all) drop(stream);
	};

	const show = (admission: Admission, withEvents: boolean) => {
		if (admission.withEvents === withEvents || admission.streams.size === 0) return;
		audiences.leave(admission.audience);
		admission.withEvents = withEvents;
		admission.audience = audiences.join(admission);
		const readers = [...admission.streams].filter(({ isGreeted }) => isGreeted);
		send({ streams: readers.map(({ id }) => id), audience: admission.audience });
	};
	const check = async (admission: Admission) => {
		admission.isChecking = true;
		try {
			const grant = await admission.readmit();
			admission.admittedAt = clock();
			// A member who has signed out of a public site is now a visitor, who sees less.
			if ((grant.caller !== undefined) !== admission.isMember) end(admission.streams, RENEWED);
			else show(admission, showsEvents(grant.shownAreas));
		} catch (error) {
			end(admission.streams, refusalText(error));
		}
		admission.isChecking = false;
	};

	/** Sends a stream its first state, which depends on its client's last event, and then moves it to its audience. */
	const greet = (stream: Stream, { site, isMember, since }: HeldStream) => {
		const { id, admission } = stream;
		const unwatch = watch(site, isMember).add((news) => {
			const text = [...newsTexts(news, admission.withEvents)].join("");
			const joins = news.visitors !== undefined && !stream.isGreeted;
			send({ streams: [id], text, ...(joins && { audience: admission.audience }) });
			if (!joins) return;
			stream.isGreeted = true;
			stream.unwatch();
			stream.unwatch = nothing;
		}, since);
		if (stream.isGreeted) unwatch();
		else stream.unwatch = unwatch;
	};

	return {
		/** @param id the gateway's number for it; if it is already held, this is a repeated request */
		hold: (id: number, held: HeldStream): void => {
			left([id]);
			const admission = admissionOf(held);
			const stream: Stream = {
				...{ id, admission, leave: held.leave },
				endsAt: clock() + lifeMs,
				isGreeted: false,
				unwatch: nothing,
			};
			streams.set(id, stream);
			admission.streams.add(stream);
			send({ streams: [id], text: reconnectAfter(RECONNECT_MS) });
			greet(stream, held);
		},
		/** Forgets streams whose viewers have gone. */
		left,
		/** Rechecks rights that are due before the next call, and ends streams at the end of their lifetime. */
		look: (): void => {
			const now = clock();
			end(endingBy(now, streams.values()), RENEWED);
			for (const admission of admissions.values())
				if (!admission.isChecking && admission.admittedAt + readmitMs < now + lookEveryMs)
					void check(admission);
		},
		/** Ends all streams, because the server stops. */
		stop: (): void => end(streams.values(), STOPPING),
		/** Forgets all streams, because the gateway is gone. */
		close: (): void => left([...streams.keys()]),
	};
};
export type HeldStreams = ReturnType<typeof createHeldStreams>;
