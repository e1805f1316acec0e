import { decimalHashOf } from "./hash.ts";

/** The owner of a session: an identified user of a browser has sessions of their own. */
export interface SessionKey {
	site: number;
	/** 16 hex characters. */
	visitor: string;
	identifiedUser: string;
}

/** A stretch of acts that are at most the idle time apart. */
export interface OpenSession {
	/** Decimal text of 64 bits. */
	id: string;
	/** Times of its earliest and latest act, ms since the epoch. */
	first: number;
	last: number;
}

/** A session in memory, which may turn out to be part of an earlier one of the same visitor. */
export interface Session extends OpenSession {
	visitor: string;
	identifiedUser: string;
	into?: Session;
}

/** The part of an event that decides its session. */
export interface SessionInput extends SessionKey {
	id: string;
	occurredAt: number;
	visitorYesterday?: string;
}

/** Stored rows of `from` get the id `into`, because an act between the two sessions joined them. */
export interface SessionJoin {
	site: number;
	from: OpenSession;
	into: string;
}

export type Sessions = ReturnType<typeof createSessions>;

const textOf = ({ site, identifiedUser }: SessionKey, visitor: string) =>
	`${site}/${visitor}/${identifiedUser}`;

const distance = ({ first, last }: OpenSession, time: number) =>
	Math.max(0, first - time, time - last);

const wholeOf = (session: Session): Session => {
	let whole = session;
	while (whole.into) whole = whole.into;
	return whole;
};

/** The id of a session as known so far. */
export const idOf = (session: Session): string => wholeOf(session).id;

/**
 * Sessions by the time of acts. An act joins the nearest session that it is at most `idleMs` away from, before or
 * behind it, so a late act still joins its session; one that closes the gap between two sessions joins them. An act
 * that would make a session longer than `longestMs` opens another: an always-on display has one each day, and readers
 * of whole sessions know how far to look.
 */
export const createSessions = (idleMs: number, longestMs: number) => {
	const byKey = new Map<string, Session[]>();
	/** Sessions that became part of another, by the id that their rows may still have. */
	const parts = new Map<string, Session>();
	let joins: { site: number; part: Session }[] = [];

	const isShort = (first: number, last: number) => last - first <= longestMs;

	const nearest = (key: string, time: number): Session | undefined => {
		let found: Session | undefined;
		for (const session of byKey.get(key) ?? []) {
			const { first, last } = session;
			if (distance(session, time) > idleMs) continue;
			if (!isShort(Math.min(first, time), Math.max(last, time))) continue;
			const nearer = found === undefined || distance(session, time) < distance(found, time);
			if (nearer) found = session;
		}
		return found;
	};

	const add = (key: string, session: Session) => {
		const sessions = byKey.get(key);
		if (sessions === undefined) {
			byKey.set(key, [session]);
			return;
		}
		sessions.push(session);
		sessions.sort((one, other) => one.first - other.first);
	};

	const extend = (session: Session, { first, last }: { first: number; last: number }) => {
		session.first = Math.min(session.first, first);
		session.last = Math.max(session.last, last);
	};

	/** The session that an act creates from its own session and the one after the gap that it closes. */
	const joined = (key: string, site: number, own: Session, time: number): Session => {
		const other = (byKey.get(key) ?? []).find(
			(one) =>
				one !== own &&
				distance(one, time) <= idleMs &&
				// Sessions that were this close before are separate because a user was identified between them.
				Math.max(one.first - own.last, own.first - one.last) > idleMs &&
				isShort(Math.min(one.first, own.first), Math.max(one.last, own.last)),
		);
		if (!other) return own;
		const [whole, part] = other.first < own.first ? [other, own] : [own, other];
		part.into = whole;
		parts.set(part.id, part);
		joins.push({ site, part });
		extend(whole, part);
		byKey.set(key, byKey.get(key)?.filter((one) => one !== part) ?? []);
		return whole;
	};

	const placeIn = (key: string, { site, occurredAt }: SessionInput): Session | undefined => {
		const own = nearest(key, occurredAt);
		if (!own) return undefined;
		const session = joined(key, site, own, occurredAt);
		extend(session, { first: occurredAt, last: occurredAt });
		return session;
	};

	return {
		/**
		 * The act's session. It uses yesterday's visitor id if it continues across the salt's change. Call it for the
		 * acts of a batch in order of time.
		 */
		assign: (event: SessionInput): Session => {
			const { occurredAt, visitor, visitorYesterday, identifiedUser } = event;
			const key = textOf(event, visitor);
			const known =
				placeIn(key, event) ??
				(visitorYesterday && placeIn(textOf(event, visitorYesterday), event));
			if (known) return known;
			const id = decimalHashOf(`${key}/${event.id}`);
			const session = { id, first: occurredAt, last: occurredAt, visitor, identifiedUser };
			add(key, session);
			return session;
		},
		/** The session of its visitor that is nearest to an event; it opens and extends none. */
		find: (event: SessionInput): Session | undefined => {
			const { visitor, visitorYesterday, occurredAt } = event;
			const own = nearest(textOf(event, visitor), occurredAt);
			if (own || !visitorYesterday) return own;
			return nearest(textOf(event, visitorYesterday), occurredAt);
		},
		/** Adds a session from the store. */
		learn: (key: SessionKey, { id, first, last }: OpenSession) => {
			const { visitor, identifiedUser } = key;
			const text = textOf(key, visitor);
			const part = parts.get(id);
			const known = part ? wholeOf(part) : byKey.get(text)?.find((session) => session.id === id);
			if (known) extend(known, { first, last });
			else add(text, { id, first, last, visitor, identifiedUser });
		},
		/** The session with a stored id, which may by now be part of another session. */
		withId: (id: string, { visitor, identifiedUser }: Omit<SessionKey, "site">): Session =>
			parts.get(id) ?? { id, first: Number.NaN, last: Number.NaN, visitor, identifiedUser },
		/** The sessions that became part of another since the last call. */
		takeJoins: (): SessionJoin[] => {
			const taken = joins.map(({ site, part }) => ({ site, from: part, into: idOf(part) }));
			joins = [];
			return taken;
		},
		/** Forgets sessions that ended before a time. */
		forgetBefore: (time: number) => {
			for (const [key, sessions] of byKey) {
				const kept = sessions.filter(({ last }) => last >= time);
				if (kept.length === 0) byKey.delete(key);
				else if (kept.length < sessions.length) byKey.set(key, kept);
			}
			for (const [id, part] of parts) if (wholeOf(part).last < time) parts.delete(id);
		},
		size: () => byKey.size,
	};
};
