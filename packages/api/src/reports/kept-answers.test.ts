import type { SiteNumber } from "@footfall/shared/ids";
import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import { describe, expect, it } from "vitest";
import type { Site } from "../access/site.ts";
import { createKeptAnswers } from "./kept-answers.ts";

const site = { ...siteOf({ siteId: 1 as SiteNumber }), domain: "shop.example" } as Site;

const open = () => {
	let writes = 0;
	const { placeOf } = createKeptAnswers({
		isAlone: true,
		latest: () => writes,
		latestOf: () => writes,
		latestOfSite: () => writes,
	});
	type Asked = Parameters<typeof placeOf>[0];
	const place = (more: Partial<Asked> = {}) =>
		placeOf({
			...{ site, caller: undefined, role: undefined, shownAreas: undefined },
			...{ body: { questions: [] }, instant: 0, ...more },
		});
	const make = async (
		more?: Partial<Asked>,
		{ status = 200, during = () => {}, text = "" } = {},
	) => {
		const lines = async function* () {
			yield { status, text };
			during();
		};
		const passed = [];
		for await (const line of place(more).keep(lines())) passed.push(line);
		return passed;
	};
	return {
		place,
		make,
		write: () => {
			writes++;
		},
	};
};

describe("answers that are kept", () => {
	it("are found by whoever may see the same, until a write or the next moment", async () => {
		const { place, make, write } = open();
		expect(await make()).toEqual([{ status: 200, text: "" }]);
		expect(place().find()?.byteLength).toBe(25);
		expect(place({ instant: 1 }).find()).toBeUndefined();
		await make();
		write();
		expect(place().find()).toBeUndefined();
	});

	it("are not found with other rights, settings or questions", async () => {
		const { place, make } = open();
		await make();
		const user = { id: "1", name: "", email: "", isSystemAdmin: false };
		const session = { via: "session", user, permissions: null } as const;
		for (const other of [
			{ caller: session, role: "owner" as const },
			{ shownAreas: ["pages"] as const },
			{ body: { questions: [1] } },
			{ site: { ...site, countSuspected: !site.countSuspected } },
		])
			expect(place(other).find()).toBeUndefined();
		const key = { via: "personal-key", user, keyId: "1", permissions: null } as const;
		await make({ caller: key, role: "owner" });
		expect(place({ caller: session, role: "owner" }).find()).toBeDefined();
		expect(place({ caller: session, role: "member" }).find()).toBeUndefined();
		const limited = { ...key, permissions: { analytics: ["read"] } };
		expect(place({ caller: limited, role: "owner" }).find()).toBeUndefined();
	});

	it("are none where a question was refused, something was stored meanwhile, or a reader left", async () => {
		const { place, make, write } = open();
		await make({}, { status: 503 });
		expect(place().find()).toBeUndefined();
		await make({}, { during: write });
		expect(place().find()).toBeUndefined();
		const lines = async function* () {
			yield { status: 200 };
			yield { status: 200 };
		};
		for await (const _ of place().keep(lines())) break;
		expect(place().find()).toBeUndefined();
	});

	it("are none where definitions were asked for, which change without a write", async () => {
		const { place } = open();
		const kept = place();
		const { goals } = kept.noting({
			store: { query: async () => [] },
			goals: { ofSite: async () => [], one: async () => ({}) as never },
		});
		const lines = async function* () {
			await goals?.ofSite(1 as SiteNumber);
			yield { status: 200 };
		};
		for await (const _ of kept.keep(lines()));
		expect(place().find()).toBeUndefined();
	});

	it("take bounded memory: the oldest go first, and a large one is not kept", async () => {
		const { place, make } = open();
		await make({ body: "huge" }, { text: "x".repeat(1_100_000) });
		expect(place({ body: "huge" }).find()).toBeUndefined();
		for (let nth = 0; nth < 20; nth++) await make({ body: nth }, { text: "x".repeat(900_000) });
		expect(place({ body: 0 }).find()).toBeUndefined();
		expect(place({ body: 19 }).find()).toBeDefined();
	});
});
