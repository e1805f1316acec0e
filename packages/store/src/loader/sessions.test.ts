import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSessions, idOf, type SessionInput } from "./sessions.ts";

const IDLE = 30;
const LONGEST = 1000;

/** The definition, applied to everything at once: by key, sorted by time, cut at gaps longer than the idle time. */
const reference = (events: readonly SessionInput[]): string[][] => {
	const visits: string[][] = [];
	const keys = new Set(
		events.map(({ site, visitor, identifiedUser }) => `${site}/${visitor}/${identifiedUser}`),
	);
	for (const key of keys) {
		const ofKey = events
			.filter((event) => `${event.site}/${event.visitor}/${event.identifiedUser}` === key)
			.sort((one, other) => one.occurredAt - other.occurredAt);
		let last = Number.NEGATIVE_INFINITY;
		for (const { id, occurredAt } of ofKey) {
			if (occurredAt - last > IDLE) visits.push([]);
			visits.at(-1)?.push(id);
			last = occurredAt;
		}
	}
	return visits;
};

const visitsOf = (assigned: { id: string; session: string }[]): string[][] => {
	const visits = new Map<string, string[]>();
	for (const { id, session } of assigned) visits.set(session, [...(visits.get(session) ?? []), id]);
	return [...visits.values()];
};

const sorted = (visits: string[][]) => visits.map((visit) => [...visit].sort()).sort();

const events = fc
	.array(
		fc.record({
			site: fc.integer({ min: 1, max: 2 }),
			visitor: fc.constantFrom("00000000000000aa", "00000000000000bb"),
			identifiedUser: fc.constantFrom("", "jo"),
			occurredAt: fc.integer({ min: 0, max: 400 }),
		}),
		{ maxLength: 40 },
	)
	.map((list) => list.map((event, index): SessionInput => ({ ...event, id: `e${index}` })));

const assignAll = (list: SessionInput[]) => {
	const sessions = createSessions(IDLE, LONGEST);
	const placed = list.map((event) => ({ id: event.id, session: sessions.assign(event) }));
	return placed.map(({ id, session }) => ({ id, session: idOf(session) }));
};

describe("sessions", () => {
	it("match the definition, whatever order acts arrive in", () =>
		fc.assert(
			fc.property(events, (list) => {
				expect(sorted(visitsOf(assignAll(list)))).toEqual(sorted(reference(list)));
			}),
		));

	it("have the same ids when the same events arrive again", () =>
		fc.assert(
			fc.property(events, (list) => {
				expect(assignAll(list)).toEqual(assignAll(list));
			}),
		));

	const key = { site: 1, visitor: "00000000000000aa", identifiedUser: "" };
	const opened = () => createSessions(IDLE, LONGEST);
	type Opened = ReturnType<typeof opened>;
	const act = (sessions: Opened, id: string, occurredAt: number) =>
		idOf(sessions.assign({ ...key, id, occurredAt }));

	it("are found again after they were dropped and reloaded from the store", () => {
		const sessions = opened();
		const session = act(sessions, "a", 100);
		sessions.forgetBefore(101);
		expect(sessions.size()).toBe(0);
		sessions.learn(key, { id: session, first: 100, last: 100 });
		expect(act(sessions, "b", 130)).toBe(session);
		expect(act(sessions, "c", 161)).not.toBe(session);
	});

	it("are joined by a late act between them, and report which rows get the earlier id", () => {
		const sessions = opened();
		const [first, second] = [act(sessions, "a", 0), act(sessions, "b", 50)];
		expect(sessions.takeJoins()).toEqual([]);
		expect(act(sessions, "c", 25)).toBe(first);
		expect(sessions.takeJoins()).toMatchObject([
			{ site: 1, from: { id: second, first: 50, last: 50 }, into: first },
		]);
		expect(sessions.takeJoins()).toEqual([]);
		expect(act(sessions, "d", 80)).toBe(first);
		sessions.learn(key, { id: second, first: 50, last: 50 });
		expect(act(sessions, "e", 110)).toBe(first);
	});

	it("stay separate if a user was identified between them", () => {
		const sessions = opened();
		sessions.learn(key, { id: "1", first: 0, last: 40 });
		sessions.learn(key, { id: "2", first: 50, last: 90 });
		expect(act(sessions, "a", 46)).toBe("2");
		expect(sessions.takeJoins()).toEqual([]);
	});

	it("last at most the maximum length, and are never joined into a longer one", () => {
		const sessions = opened();
		const ids = Array.from({ length: 60 }, (_, nth) => act(sessions, `a${nth}`, nth * 20));
		expect(new Set(ids.slice(0, 51)).size).toBe(1);
		expect(new Set(ids.slice(51)).size).toBe(1);
		expect(new Set(ids).size).toBe(2);
		act(sessions, "late", 1010);
		expect(sessions.takeJoins()).toEqual([]);
	});

	it("are neither opened nor extended by a lookup", () => {
		const sessions = opened();
		expect(sessions.find({ ...key, id: "a", occurredAt: 10 })).toBeUndefined();
		const session = act(sessions, "b", 10);
		const found = sessions.find({ ...key, id: "c", occurredAt: 40 });
		expect(found && idOf(found)).toBe(session);
		expect(act(sessions, "d", 60)).not.toBe(session);
	});

	it.each([
		{
			situation: "goes on under yesterday's id while its session lives",
			today: [],
			visitor: "yesterday",
		},
		{
			situation: "stays with today's id once it has a session of its own",
			today: [95],
			visitor: "today",
		},
	])("a visitor $situation", ({ today, visitor }) => {
		const ids = { yesterday: "00000000000000aa", today: "00000000000000bb" };
		const sessions = createSessions(IDLE, LONGEST);
		const event = { site: 1, identifiedUser: "" };
		sessions.assign({ ...event, visitor: ids.yesterday, id: "a", occurredAt: 90 });
		for (const occurredAt of today)
			sessions.assign({ ...event, visitor: ids.today, id: "b", occurredAt });
		const assigned = sessions.assign({
			...event,
			visitor: ids.today,
			visitorYesterday: ids.yesterday,
			id: "c",
			occurredAt: 100,
		});
		expect(assigned.visitor).toBe(ids[visitor as keyof typeof ids]);
	});
});
