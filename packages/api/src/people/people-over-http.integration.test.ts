import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DEVICE = "00000000000000aa";
const ago = (minutes: number) =>
	new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 23).replace("T", " ");

let store: EventStore;
let api: PopulatedApi;
let close: () => Promise<void>;
let site: string;

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	site = `/api/sites/${api.site.siteId}`;
	const rows = [
		[api.site.siteId, ago(3), "pageview", 1, 0xaa, "", "DE"],
		[api.site.siteId, ago(2), "pageview", 2, 0xbb, "", "FR"],
		[api.site.siteId, ago(1), "custom_event", 2, 0xbb, "", "FR"],
	];
	const columns = ["site_id", "timestamp", "type", "session_id", "user_id"];
	await store.insert("events", [...columns, "identified_user_id", "country"], rows);
});
afterAll(() => close());

const read = async (path: string, headers: Record<string, string> = api.as.member) => {
	const { status, body } = await api.ask(`${site}${path}`, { headers });
	return [status, body];
};
const write = async (
	method: string,
	path: string,
	body: object | undefined,
	headers: Record<string, string> = api.as.member,
) => {
	const answer = await api.ask(`${site}${path}`, { method, headers, body });
	return [answer.status, answer.body];
};

describe("a user", () => {
	it("has a device and traits once the site identifies them", async () => {
		expect(
			await write("POST", "/users/identify", {
				anonymous_id: DEVICE,
				user_id: "anna",
				traits: { plan: "pro", seats: 3 },
			}),
		).toEqual([200, { success: true }]);
		expect(await read("/users/anna")).toMatchObject([
			200,
			{
				data: {
					user_id: DEVICE,
					identified_user_id: "anna",
					traits: { plan: "pro", seats: 3 },
					linked_devices: [{ anonymous_id: DEVICE }],
				},
			},
		]);
	});

	it("has exactly the traits of the last replacement", async () => {
		const body = { traits: { seats: 4, gone: null, name: "Anna" } };
		expect(await write("PUT", "/users/anna/traits", body)).toEqual([200, { success: true }]);
		expect(await read("/users?search=ann&search_field=name")).toMatchObject([
			200,
			{ data: [{ traits: { name: "Anna", seats: 4 } }], totalCount: 1 },
		]);
	});

	it.each([
		[{ anonymous_id: "anna", user_id: "anna" }, "Invalid request body"],
		[{ anonymous_id: DEVICE, user_id: DEVICE }, "anonymous_id and user_id must differ"],
		[{ anonymous_id: DEVICE, user_id: "" }, "Invalid request body"],
		[
			{ anonymous_id: DEVICE, user_id: "bob", traits: { text: "é".repeat(1100) } },
			"Invalid request body",
		],
	])("cannot be identified by %j", async (body, error) =>
		expect(await write("POST", "/users/identify", body)).toMatchObject([400, { error }]),
	);

	it("is shown to visitors without the traits set by the site", async () => {
		const path = `/api/sites/${api.site.siteId}/config`;
		await api.ask(path, { method: "PUT", headers: api.as.owner, body: { public: true } });
		const [status, list] = await read("/users", {});
		expect([status, list]).toMatchObject([200, { totalCount: 2 }]);
		expect(JSON.stringify(list)).not.toContain("Anna");
		expect(await read("/users?search=Anna&search_field=name", {})).toMatchObject([
			200,
			{ totalCount: 0 },
		]);
		expect(await read("/user-traits/keys", {})).toMatchObject([401, {}]);
		await api.ask(path, { method: "PUT", headers: api.as.owner, body: { public: false } });
	});

	it("can be erased by administrators only", async () => {
		expect(await write("DELETE", "/users/anna", undefined)).toMatchObject([403, {}]);
		expect(await write("DELETE", "/users/anna", undefined, api.as.admin)).toEqual([
			200,
			{ success: true },
		]);
		expect(await read("/users/anna")).toMatchObject([404, { error: "User not found" }]);
		expect(await read(`/users/${DEVICE}`)).toMatchObject([404, {}]);
		expect(await read("/user-traits/keys")).toEqual([200, { keys: [] }]);
		expect(await read("/users")).toMatchObject([200, { totalCount: 1 }]);
	});

	it("can be erased by the id of one of their devices, with all their devices", async () => {
		const phone = "00000000000000bb";
		const laptop = "00000000000000cc";
		for (const anonymous_id of [phone, laptop])
			await write("POST", "/users/identify", { anonymous_id, user_id: "bob" });
		await write("PUT", "/users/bob/traits", { traits: { name: "Bob" } });
		expect(await write("DELETE", `/users/${laptop}`, undefined, api.as.admin)).toEqual([
			200,
			{ success: true },
		]);
		expect(await read("/user-traits/keys")).toEqual([200, { keys: [] }]);
		expect(await read("/users")).toMatchObject([200, { totalCount: 0 }]);
	});

	it("can be erased as a device if never identified", async () => {
		const device = "00000000000000dd";
		const columns = ["site_id", "timestamp", "type", "session_id", "user_id", "country"];
		await store.insert("events", columns, [
			[api.site.siteId, ago(3), "pageview", 3, 0xdd, "DE"],
			[api.site.siteId, ago(2), "pageview", 4, 0xee, "FR"],
			[api.site.siteId, ago(1), "custom_event", 4, 0xee, "FR"],
		]);
		await write("DELETE", `/users/${device}`, undefined, api.as.admin);
		const [, list] = await read("/users");
		expect(list).toMatchObject({ totalCount: 1, data: [{ user_id: "00000000000000ee" }] });
	});
});

describe("an organization's event usage", () => {
	it("is visible to members only", async () => {
		expect(await read("/usage")).toMatchObject([200, { orgEventLimit: null }]);
		expect(await read("/usage", {})).toMatchObject([401, {}]);
	});

	it("is counted by day and type", async () => {
		const path = `/api/org-event-count/${api.organizationId}`;
		const answer = await api.ask(path, { headers: api.as.member });
		const { data } = answer.body as { data: { pageview_count: number; event_count: number }[] };
		expect([
			answer.status,
			data.reduce((sum, day) => sum + day.event_count, 0),
			data.reduce((sum, day) => sum + day.pageview_count, 0),
		]).toEqual([200, 2, 1]);
		const stranger = await api.ask(path, { headers: api.as.stranger });
		expect([stranger.status, stranger.body]).toMatchObject([
			403,
			{ error: "No access to organization or no sites found" },
		]);
	});

	it("counts, for a member, visible sites only, and all sites for others", async () => {
		const others = [api.demoSite.siteId, ago(0), "pageview", 9, 0xff];
		await store.insert(
			"events",
			["site_id", "timestamp", "type", "session_id", "user_id"],
			[others],
		);
		const people = await api.ask(`${api.organization}/members`, { headers: api.as.owner });
		const { data } = people.body as { data: { id: string; userId: string }[] };
		const member = data.find(({ userId }) => userId === api.accounts.member.id)?.id;
		const restrict = (body: object) =>
			api.ask(`${api.organization}/members/${member}/sites`, {
				method: "PUT",
				headers: api.as.owner,
				body,
			});
		const told = async (headers: Record<string, string>) => {
			const [, usage] = await read("/usage", headers);
			const sites = await api.ask(`${api.organization}/sites`, { headers });
			const counted = await api.ask(`/api/org-event-count/${api.organizationId}`, { headers });
			const days = (counted.body as { data: { event_count: number }[] }).data;
			return [
				(usage as { orgEventsThisMonth: number }).orgEventsThisMonth,
				(sites.body as { subscription: { monthlyEventCount: number } }).subscription
					.monthlyEventCount,
				days.reduce((sum, { event_count }) => sum + event_count, 0),
			];
		};
		const all = await told(api.as.owner);
		expect(await told(api.as.member)).toEqual(all);
		await restrict({ hasRestrictedSiteAccess: true, siteIds: [api.site.siteId] });
		expect(await told(api.as.member)).toEqual(all.map((events) => events - 1));
		await restrict({ hasRestrictedSiteAccess: false });
	});
});

describe("an embed badge", () => {
	it("is available on every page once the site allows it", async () => {
		expect(await read("/embed-stats", {})).toMatchObject([
			403,
			{ error: "Embedding is disabled for this site" },
		]);
		await api.ask(`/api/sites/${api.site.siteId}/config`, {
			method: "PUT",
			headers: api.as.owner,
			body: { embedEnabled: true },
		});
		const answer = await api.ask(`${site}/embed-stats?chart=true&countries=true`);
		const { count, series, topCountries } = answer.body as {
			count: number;
			series: { users: number }[];
			topCountries: object[];
		};
		expect([count, topCountries, answer.headers.get("cache-control")]).toEqual([
			1,
			[{ country: "FR", users: 1 }],
			"public, max-age=60",
		]);
		expect(answer.headers.get("access-control-allow-origin")).toBe("*");
		expect([series.length, Math.max(...series.map(({ users }) => users))]).toEqual([31, 1]);
	});

	it("accepts three windows and no other", async () =>
		expect(await read("/embed-stats?minutes=5", {})).toMatchObject([
			400,
			{ error: "minutes must be one of 30, 1440, 10080" },
		]));
});
