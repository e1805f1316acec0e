import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Parameter {
	name?: string;
	deprecated?: boolean;
	description?: string;
}

let store: EventStore;
let api: PopulatedApi;
let close: () => Promise<void>;
const TIMES = ["2026-11-20T10:00:00.000Z", "2026-11-20T11:00:00.000Z", "2026-11-20T12:00:00.000Z"];

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	await store.insert(
		"events",
		["site_id", "timestamp", "type", "session_id", "user_id", "event_id"],
		TIMES.map((time, index) => [
			api.site.siteId,
			time.replace("T", " ").replace("Z", ""),
			"pageview",
			index + 1,
			index + 1,
			String(index),
		]),
	);
	const goal = { goalType: "path", config: { pathPattern: "/" } };
	for (const name of ["a", "b"])
		await api.ask(`/api/sites/${api.site.siteId}/goals`, {
			headers: api.as.owner,
			body: { ...goal, name },
		});
});
afterAll(() => close());

const read = async (path: string) =>
	(await api.ask(`/api/sites/${api.site.siteId}${path}`, { headers: api.as.owner })).body as {
		data: Record<string, unknown>[];
	};

const FIRST = "0000000000000001";

describe("a synonym of a parameter", () => {
	it.each([
		[`/sessions?userId=${FIRST}`, `/sessions?user_id=${FIRST}`, 1],
		[
			`/export/sessions?format=json&userId=${FIRST}`,
			`/export/sessions?format=json&user_id=${FIRST}`,
			1,
		],
		[`/users/session-count?userId=${FIRST}`, `/users/session-count?user_id=${FIRST}`, 1],
		[`/events?beforeTimestamp=${TIMES[1]}`, `/events?before_timestamp=${TIMES[1]}`, 1],
		[`/events?sinceTimestamp=${TIMES[1]}`, `/events?since_timestamp=${TIMES[1]}`, 1],
		["/events?limit=2", "/events?page_size=2", 2],
		["/users?limit=2", "/users?page_size=2", 2],
		["/goals?limit=1", "/goals?page_size=1", 1],
	])("in %s means the same as %s", async (one, other, rows) => {
		const answer = await read(one);
		expect(answer).toEqual(await read(other));
		expect(Array.isArray(answer) ? answer : answer.data).toHaveLength(rows);
	});

	it.each([
		[`/sessions?userId=nobody&user_id=${FIRST}`, 1],
		["/events?limit=1&page_size=2", 2],
		["/events?page_size=&limit=1", 1],
		[`/events?beforeTimestamp=never&before_timestamp=${TIMES[2]}`, 2],
	])("counts only in the absence of the documented name: %s", async (path, rows) =>
		expect((await read(path)).data).toHaveLength(rows),
	);

	it("is documented as deprecated, unlike the parameter that it stands for, unless it is another spelling of that", async () => {
		const { body } = await api.ask("/api/openapi.json");
		const { paths } = body as { paths: Record<string, { get?: { parameters: Parameter[] } }> };
		const described = Object.entries(paths).flatMap(([path, { get }]) =>
			(get?.parameters ?? [])
				.filter(({ deprecated }) => deprecated)
				.map(({ name, description }) => [
					path.slice("/api/sites/{site}".length),
					name,
					description,
				]),
		);
		const same = (path: string, synonym: string, name: string) => [
			path,
			synonym,
			`Synonym of ${name}, which takes precedence if both are given`,
		];
		expect(described.sort()).toEqual(
			[
				same("/events", "limit", "page_size"),
				same("/goals", "limit", "page_size"),
				same("/users", "limit", "page_size"),
			].sort(),
		);
	});
});
