import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const LETTERS = ["'", "\\", "ж"] as const;
/** As many texts of a path's maximum length as fit into a request of one megabyte, for each of these letters. */
const MANY = 200;
const textOf = (letter: string, place: number) => `/${place}${letter.repeat(1990)}`;

/** For all queries together: each statement ends after 15 s, and some wait for others. */
const WITHIN_MS = 120_000;

const REPORTS = [
	...["overview", "overview/time-series", "has-data", "page-titles", "sessions", "users"],
	...["events", "events/names", "errors/names", "goals", "journeys", "retention"],
];

const TYPES = ["equals", "contains", "starts_with", "ends_with", "icontains", "not_equals"];

interface Line {
	id: string;
	status: number;
	body: { message?: string };
}

let api: PopulatedApi;
let store: EventStore;
let close: () => Promise<void>;

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	for (const letter of LETTERS)
		await store.command(
			`INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, event_id, pathname)
			SELECT ${api.site.siteId}, now64(3) - 3600 + number, now64(3), 'pageview', cityHash64(paths), number, paths, paths
			FROM (SELECT number, ({paths:Array(String)})[number + 1] AS paths FROM numbers(${MANY}))`,
			{ paths: Array.from({ length: MANY }, (_, place) => textOf(letter, place)) },
		);
}, 120_000);
afterAll(() => close());

const askAll = async (filters: object[]): Promise<Line[]> => {
	const response = await fetch(`${api.origin}/api/sites/${api.site.siteId}/reports`, {
		method: "POST",
		headers: { ...api.as.owner, "content-type": "application/json" },
		body: JSON.stringify({
			parameters: { filters },
			questions: REPORTS.map((report) => ({ id: report, report })),
		}),
		signal: AbortSignal.timeout(WITHIN_MS),
	});
	expect(response.status).toBe(200);
	const lines = (await response.text()).trimEnd().split("\n");
	return lines.map((line) => JSON.parse(line) as Line);
};

describe.each(LETTERS)("several reports with two hundred texts of %j in a filter", (letter) => {
	const value = Array.from({ length: MANY }, (_, place) => textOf(letter, place));

	it.each(TYPES.slice(0, rounds(2, TYPES.length)))(
		"are each answered, or refused with the reason: %s",
		async (type) => {
			const logged = api.logged.length;
			const lines = await askAll([{ parameter: "pathname", type, value }]);
			expect(lines.map(({ id }) => id).sort()).toEqual(REPORTS.toSorted());
			for (const { id, status, body } of lines) {
				expect([200, 400, 503], `${id}: ${JSON.stringify(body).slice(0, 300)}`).toContain(status);
				if (status !== 200) expect(body.message, id).toMatch(/\w{3,}/);
			}
			// A filter for these exact paths matches their sessions.
			const overview = lines.find(({ id }) => id === "overview");
			if (type === "equals")
				expect(overview).toMatchObject({ status: 200, body: { data: { sessions: MANY } } });
			expect(api.logged.slice(logged)).toEqual([]);
		},
		WITHIN_MS,
	);
});
