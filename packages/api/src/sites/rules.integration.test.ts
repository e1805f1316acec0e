import type { Rule } from "@footfall/shared/rules/rule";
import { CONFIGURATION_PATH, type ConfigurationSnapshot } from "@footfall/shared/site";
import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import {
	bearer,
	INTERNAL_TOKEN,
	type PopulatedApi,
	startPopulatedApi,
} from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let api: PopulatedApi;
let store: EventStore;
let close: () => Promise<void>;
let site: string;

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	site = `/api/sites/${api.site.siteId}`;
	await store.insert(
		"events",
		["site_id", "timestamp", "type", "session_id", "pathname", "properties", "event_id"],
		Array.from({ length: 1200 }, (_, index) => [
			api.site.siteId,
			`2026-11-20 10:${String(Math.floor(index / 60)).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}`,
			index % 2 === 0 ? "pageview" : "custom_event",
			index + 1,
			`/u/${index}@shop.example`,
			index < 300 ? '{"plan":"pro"}' : "{}",
			String(index),
		]),
	);
});
afterAll(() => close());

type Caller = keyof PopulatedApi["as"];
const ask = async (path: string, method: string, rules: object[], as: Caller = "admin") => {
	const { status, body } = await api.ask(site + path, {
		method,
		headers: api.as[as],
		body: { rules },
	});
	return { status, ...(body as { error?: string; config?: { rules: Rule[] }; preview?: Preview }) };
};
const save = (rules: object[], as?: Caller) => ask("/config", "PUT", rules, as);
const preview = (rules: object[], as?: Caller) => ask("/rules/preview", "POST", rules, as);
interface Preview {
	events: number;
	dropped: number;
	rules: { touched: number; isPreviewed: boolean }[];
	examples: { timestamp: string; rules: number[]; isDropped: boolean; changes: object[] }[];
}

const hash: Rule = { action: "hash", target: "properties.plan" };
const mask = { action: "mask", target: "pathname", pattern: "*@*" };
const dropEvents = {
	action: "drop",
	when: { target: "type", operator: "equals", value: "custom_event" },
};

describe("the rules of a site", () => {
	it("are saved in their order, and reach the gateways", async () => {
		const saved = [dropEvents, { ...mask, placeholder: "***" }, hash];
		expect((await save([dropEvents, mask, hash])).config?.rules).toEqual(saved);
		const { body } = await api.ask(CONFIGURATION_PATH, { headers: bearer(INTERNAL_TOKEN) });
		const { sites } = body as ConfigurationSnapshot;
		expect(sites.find(({ siteId }) => siteId === api.site.siteId)?.rules).toEqual(saved);
		expect((await save([])).config?.rules).toEqual([]);
	});

	it("are refused with the rule that is wrong and what to change", async () => {
		const cookie = { action: "copy", from: "header", name: "cookie", target: "properties.a" };
		const { status, error, ...rest } = await save([hash, cookie]);
		expect(status).toBe(400);
		expect(JSON.stringify({ error, ...rest })).toContain(
			String.raw`Rule 2 (copy): the header \"cookie\" cannot be copied: use one of accept-language`,
		);
	});

	it("are changed and previewed by administrators alone", async () => {
		expect(await save([hash], "member")).toMatchObject({ status: 403 });
		expect(await preview([hash], "member")).toMatchObject({ status: 403 });
	});

	it("are previewed with a key only if it may also read events", async () => {
		const asKey = async (permissions: object) => {
			const { headers } = await api.keyWith(permissions, "personal");
			const answer = await api.ask(`${site}/rules/preview`, {
				headers,
				body: { rules: [hash] },
			});
			return answer.status;
		};
		expect(await asKey({ sites: ["write"] })).toBe(403);
		expect(await asKey({ sites: ["write"], events: ["read"] })).toBe(200);
	});
});

describe("a preview", () => {
	it("applies a draft to the last thousand events, and counts by rule what it touched", async () => {
		const copy = { action: "copy", from: "header", name: "dnt", target: "properties.dnt" };
		const found = await preview([dropEvents, mask, hash, copy]);
		expect(found.preview).toMatchObject({
			events: 1000,
			dropped: 500,
			rules: [
				{ touched: 500, isPreviewed: true },
				{ touched: 500, isPreviewed: true },
				{ touched: 50, isPreviewed: true },
				{ touched: 0, isPreviewed: false },
			],
		});
		expect(found.preview?.examples).toHaveLength(20);
		expect(found.preview?.examples.slice(0, 2)).toEqual([
			{
				timestamp: "2026-11-20 10:19:59",
				type: "custom_event",
				rules: [1],
				isDropped: true,
				changes: [],
			},
			{
				timestamp: "2026-11-20 10:19:58",
				type: "pageview",
				rules: [2],
				isDropped: false,
				changes: [{ target: "pathname", before: "/u/1198@shop.example", after: "/u/***" }],
			},
		]);
	});

	it("saves nothing, and shows another hash each time", async () => {
		const hashes = [await preview([hash]), await preview([hash])].map(
			(answer) => answer.preview?.examples[0]?.changes,
		);
		expect(hashes[0]).toMatchObject([{ target: "properties", before: '{"plan":"pro"}' }]);
		expect(hashes[0]).not.toEqual(hashes[1]);
		const { body } = await api.ask(`${site}/config`, { headers: api.as.admin });
		expect(body).toMatchObject({ config: { rules: [] } });
	});

	it("refuses a draft that could not be saved", async () => {
		expect(await preview([{ action: "drop" }])).toMatchObject({ status: 400 });
	});
});
