import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString().slice(0, 23).replace("T", " ");

let store: EventStore;
let api: PopulatedApi;
let close: () => Promise<void>;
let shop: { siteId: number; id: string };

interface Listed {
	siteId: number;
	users: number;
	previousUsers: number;
	change: number | null;
	liveSessions: number;
	series: { time: string; users: number }[];
}
const overview = async (query = "", who: keyof PopulatedApi["as"] = "member") => {
	const { status, body } = await api.ask(`${api.organization}/sites/overview${query}`, {
		headers: api.as[who],
	});
	const { data } = body as { data?: { sites: Listed[]; totalCount: number } };
	return { status, body, sites: data?.sites ?? [], totalCount: data?.totalCount };
};

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	const { body } = await api.ask(`${api.organization}/sites`, {
		headers: api.as.owner,
		body: { name: "Shop", domain: "shop.example" },
	});
	shop = body as typeof shop;
	const rows = [
		[api.site.siteId, ago(MINUTE_MS), 1, 1],
		[api.site.siteId, ago(MINUTE_MS), 2, 2],
		[api.site.siteId, ago(3 * DAY_MS), 3, 1],
		[api.site.siteId, ago(10 * DAY_MS), 4, 3],
		[shop.siteId, ago(2 * DAY_MS), 5, 1],
		// A site that does not exist.
		[shop.siteId + 1000, ago(MINUTE_MS), 6, 1],
	];
	await store.insert("events", ["site_id", "timestamp", "session_id", "user_id"], rows);
});
afterAll(() => close());

describe("all sites at a glance", () => {
	it("are listed with seven days, the week before and current visitors", async () => {
		const { status, sites, totalCount } = await overview();
		expect([status, totalCount]).toEqual([200, sites.length]);
		const own = sites.find(({ siteId }) => siteId === api.site.siteId);
		expect(own).toMatchObject({ users: 2, previousUsers: 1, change: 100, liveSessions: 2 });
		expect(own?.series).toHaveLength(7);
		expect(sites.find(({ siteId }) => siteId === shop.siteId)).toMatchObject({
			id: shop.id,
			name: "Shop",
			domain: "shop.example",
			users: 1,
			change: null,
			liveSessions: 0,
		});
		expect(sites.map(({ siteId }) => siteId)).not.toContain(shop.siteId + 1000);
	});

	it("are paged in order of their numbers", async () => {
		const all = (await overview()).sites.map(({ siteId }) => siteId);
		expect(all).toEqual([...all].sort((one, other) => one - other));
		const { sites, totalCount } = await overview("?limit=1&page=2");
		expect(sites.map(({ siteId }) => siteId)).toEqual(all.slice(1, 2));
		expect(totalCount).toBe(all.length);
		expect((await overview("?page=999")).sites).toEqual([]);
	});

	it("use days of the viewer's time zone", async () => {
		const { sites } = await overview("?time_zone=Pacific/Kiritimati");
		const today = new Date(Date.now() + 14 * 60 * MINUTE_MS).toISOString().slice(0, 10);
		expect(sites[0]?.series.at(-1)?.time).toBe(`${today} 00:00:00`);
	});

	it.each(["' OR 1=1 --", "+02:00", "Mars/Olympus", "x".repeat(5000), "\0"])(
		"are refused for the time zone %j",
		async (zone) => {
			const { status, body } = await overview(`?time_zone=${encodeURIComponent(zone)}`);
			expect(status).toBe(400);
			expect(body).toMatchObject({
				error: expect.stringMatching(/time_zone|NUL/),
				resolution: expect.any(String),
			});
		},
	);

	it("omit sites that teams hide from a member", async () => {
		const team = await api.ask(`${api.organization}/teams`, {
			headers: api.as.owner,
			body: { name: "Shop", siteIds: [shop.siteId] },
		});
		const numbers = async (who: "member" | "admin") =>
			(await overview("", who)).sites.map(({ siteId }) => siteId);
		expect(await numbers("member")).not.toContain(shop.siteId);
		expect(await numbers("admin")).toContain(shop.siteId);
		await api.ask(`${api.organization}/teams/${(team.body as { id: string }).id}`, {
			method: "DELETE",
			headers: api.as.owner,
		});
	});

	it("omit sites of other organizations", async () =>
		expect((await overview("", "stranger")).status).toBe(403));
});

describe("a site's outcomes", () => {
	it("include the times of its first and last event", async () => {
		const { body } = await api.ask(`/api/sites/${api.site.id}/outcomes`, {
			headers: api.as.member,
		});
		const { firstEventAt, lastEventAt } = (body as { data: Record<string, string> }).data;
		const age = (text = "") => Date.now() - Date.parse(text);
		expect(age(firstEventAt) / DAY_MS).toBeCloseTo(10, 1);
		expect(age(lastEventAt) / DAY_MS).toBeCloseTo(0, 1);
	});
});
