import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSessions, type SessionInput } from "./sessions.ts";

const IDLE = 30;

/** The definition, over everything at once: by key, sorted by time, cut at gaps longer than the idle time. */
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

const inOrder = (list: SessionInput[]) =>
	[...list].sort((one, other) => one.occurredAt - other.occurredAt);

const assignAll = (list: SessionInput[]) => {
	const sessions = createSessions(IDLE);
	return list.map((event) => ({ id: event.id, session: sessions.assign(event).session }));
};

describe("sessions", () => {
	it("are those of the definition when events come in the order of their times", () =>
		fc.assert(
			fc.property(events, (list) => {
				expect(sorted(visitsOf(assignAll(inOrder(list))))).toEqual(sorted(reference(list)));
			}),
		));

	it("never join what the definition keeps apart, whatever order events come in", () =>
		fc.assert(
			fc.property(events, (list) => {
				const truth = new Map(
					reference(list).flatMap((visit, index) => visit.map((id) => [id, index])),
				);
				for (const visit of visitsOf(assignAll(list)))
					expect(new Set(visit.map((id) => truth.get(id))).size).toBe(1);
			}),
		));

	it("have the same ids when the same events come again", () =>
		fc.assert(
			fc.property(events, (list) => {
				expect(assignAll(list)).toEqual(assignAll(list));
			}),
		));

	it("are found again after they were forgotten and learned from the store", () => {
		const key = { site: 1, visitor: "00000000000000aa", identifiedUser: "" };
		const sessions = createSessions(IDLE);
		const { session } = sessions.assign({ ...key, id: "a", occurredAt: 100 });
		sessions.forgetBefore(101);
		expect(sessions.size()).toBe(0);
		sessions.learn(key, { id: session, first: 100, last: 100 });
		expect(sessions.assign({ ...key, id: "b", occurredAt: 130 }).session).toBe(session);
		expect(sessions.assign({ ...key, id: "c", occurredAt: 161 }).session).not.toBe(session);
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
		const sessions = createSessions(IDLE);
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
