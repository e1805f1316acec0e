import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, expect, it } from "vitest";

const SITE = 31;
const NOW = Date.parse("2026-11-20T12:00:00Z");
let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
	await store.insert(
		"events",
		"site_id event_id timestamp type event_name session_id user_id properties".split(" "),
		Array.from({ length: 700 }, (_, at) => [
			...[SITE, `e${at}`, NOW - 1000, "custom_event", "buy", `${at + 1}`, `${at + 1}`],
			JSON.stringify({ article: `a${at}`, zone: at % 2 === 0 ? "north" : "south" }),
		]),
	);
});
afterAll(() => store.close());

it("lists a property with hundreds of values without hiding others, with its number of values", async () => {
	const ask = createReportRunner({ store, now: () => NOW });
	const { data, cut } = (await ask(SITE, "/events/properties", { event_name: "buy" })) as {
		data: { propertyKey: string; propertyValue: string; count: number }[];
		cut: object[];
	};
	expect(data.filter(({ propertyKey }) => propertyKey === "article")).toHaveLength(500);
	expect(data.slice(-2)).toEqual([
		{ propertyKey: "zone", propertyValue: "north", count: 350 },
		{ propertyKey: "zone", propertyValue: "south", count: 350 },
	]);
	expect(cut).toEqual([{ propertyKey: "article", values: 700 }]);
});
