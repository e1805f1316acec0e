import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store });
	await store.command(`INSERT INTO bots (site_id, timestamp, asn_org, asn_provider, bot_claim) VALUES
		(1, '2026-11-20 10:00:00', 'EXAMPLE-AS-1', 'Example Cloud', 'verified'),
		(1, '2026-11-20 10:00:00', 'EXAMPLE-AS-2', 'Example Cloud', 'claimed'),
		(1, '2026-11-20 10:00:00', 'OTHER-AS', 'Other Hosting', 'claimed'),
		(1, '2026-11-20 10:00:00', 'A network of homes', '', '')`);
	await store.command(`INSERT INTO bots (site_id, timestamp, pathname, hostname, event_id, source_offset) VALUES
		(2, '2026-11-20 10:00:00', '/', 'first.example', 'b', 9), (2, '2026-11-20 10:00:00', '/', 'last.example', 'a', 10)`);
});
afterAll(async () => {
	await store.close();
});

const row = (value: string, count: number, percentage: number) => ({
	value,
	hostname: "",
	count,
	percentage,
});

describe("bots by dimension", () => {
	it("names the hosting company, whichever of its networks a bot uses", async () =>
		expect(await ask(1, "/bots/by-dimension", { dimension: "asn_provider" })).toEqual({
			data: {
				data: [row("Example Cloud", 2, 66.67), row("Other Hosting", 1, 33.33)],
				totalCount: 2,
			},
		}));

	it("shows the host from which a page was last requested; among equal times, the last in the log", async () =>
		expect(await ask(2, "/bots/by-dimension", { dimension: "pathname" })).toEqual({
			data: { data: [{ ...row("/", 2, 100), hostname: "last.example" }], totalCount: 1 },
		}));

	it("separates verified agents from those that only claim to be one", async () =>
		expect(await ask(1, "/bots/by-dimension", { dimension: "bot_claim" })).toEqual({
			data: { data: [row("claimed", 2, 66.67), row("verified", 1, 33.33)], totalCount: 2 },
		}));
});
