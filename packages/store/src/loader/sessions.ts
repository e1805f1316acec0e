import { decimalHashOf } from "./hash.ts";

/** Whose session it is: an identified user of the same browser has one of their own. */
export interface SessionKey {
	site: number;
	/** 16 hex characters. */
	visitor: string;
	identifiedUser: string;
}

/** A stretch of events that are at most the idle time apart. */
export interface OpenSession {
	/** Decimal text of 64 bits. */
	id: string;
	/** Event times of its earliest and latest event, ms since the epoch. */
	first: number;
	last: number;
}

/** The part of an event that decides its session. */
export interface SessionInput extends SessionKey {
	id: string;
	occurredAt: number;
	visitorYesterday?: string;
}

export type Sessions = ReturnType<typeof createSessions>;

const textOf = ({ site, identifiedUser }: SessionKey, visitor: string) =>
	`${site}/${visitor}/${identifiedUser}`;

const distance = ({ first, last }: OpenSession, time: number) =>
	Math.max(0, first - time, time - last);

/**
 * Sessions by event time. An event joins the nearest session that it is at most `idleMs` away from, before or
 * behind it, so an event that arrives late still lands in its visit. One that closes the gap between two
 * sessions joins the nearer: rows already stored keep their session, so two are never merged afterwards.
 */
export const createSessions = (idleMs: number) => {
	const byKey = new Map<string, OpenSession[]>();

	const nearest = (key: string, time: number): OpenSession | undefined => {
		let found: OpenSession | undefined;
		for (const session of byKey.get(key) ?? []) {
			if (distance(session, time) > idleMs) continue;
			const nearer = found === undefined || distance(session, time) < distance(found, time);
			if (nearer) found = session;
		}
		return found;
	};

	const add = (key: string, session: OpenSession) => {
		const sessions = byKey.get(key);
		if (sessions === undefined) {
			byKey.set(key, [session]);
			return;
		}
		sessions.push(session);
		sessions.sort((one, other) => one.first - other.first);
	};

	const extend = (session: OpenSession, { first, last }: { first: number; last: number }) => {
		session.first = Math.min(session.first, first);
		session.last = Math.max(session.last, last);
	};

	return {
		/**
		 * The event's session, and the visitor id it goes by: yesterday's where a visit goes on past the salt's
		 * change. Call it for the events of a batch in order of time.
		 */
		assign: (event: SessionInput): { session: string; visitor: string } => {
			const { occurredAt, visitor, visitorYesterday } = event;
			const at = { first: occurredAt, last: occurredAt };
			const key = textOf(event, visitor);
			const session = nearest(key, occurredAt);
			if (session) {
				extend(session, at);
				return { session: session.id, visitor };
			}
			const yesterdays = visitorYesterday && nearest(textOf(event, visitorYesterday), occurredAt);
			if (visitorYesterday && yesterdays) {
				extend(yesterdays, at);
				return { session: yesterdays.id, visitor: visitorYesterday };
			}
			const id = decimalHashOf(`${key}/${event.id}`);
			add(key, { id, ...at });
			return { session: id, visitor };
		},
		/** Adds a session from the store. */
		learn: (key: SessionKey, session: OpenSession) => {
			const text = textOf(key, key.visitor);
			const known = byKey.get(text)?.find(({ id }) => id === session.id);
			if (known) extend(known, session);
			else add(text, { ...session });
		},
		/** Forgets sessions that ended before a time. */
		forgetBefore: (time: number) => {
			for (const [key, sessions] of byKey) {
				const kept = sessions.filter(({ last }) => last >= time);
				if (kept.length === 0) byKey.delete(key);
				else if (kept.length < sessions.length) byKey.set(key, kept);
			}
		},
		size: () => byKey.size,
	};
};
