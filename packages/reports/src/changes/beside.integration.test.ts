import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Explanation } from "./explanation.ts";

const SITE = 7;
const RANGE = { start_date: "2026-03-09", end_date: "2026-03-15", time_zone: "UTC" };

describe("beside a change", () => {
	let store: EventStore;
	let run: ReturnType<typeof createReportRunner>;
	beforeAll(async () => {
		store = await openTestStore();
		run = createReportRunner({ store, now: () => Date.parse("2026-03-17T00:00:00Z") });
	});
	afterAll(() => store.close());
	let offset = 0;
	const put = (at: string, message: string, errorGroup: string) => {
		offset += 1;
		const row = {
			...{ site_id: SITE, timestamp: `${at} 10:00:00.000`, received_at: `${at} 10:00:00.000` },
			...{ event_id: `e${offset}`, type: "error", session_id: 1, user_id: 1 },
			...{ properties: JSON.stringify({ message }), error_group: errorGroup },
			...{ source: "test", source_offset: offset },
		};
		return store.insert("events", Object.keys(row), [Object.values(row)]);
	};

	it("stand new errors, each once whatever its messages, and none that occurred before", async () => {
		await put("2026-03-10", "x1 is not a function", "aaaa");
		await put("2026-03-11", "x2 is not a function", "aaaa");
		// Known for long.
		await put("2026-01-10", "y1 is undefined", "bbbb");
		await put("2026-03-12", "y2 is undefined", "bbbb");
		// Before the upgrade that gave it an id.
		await put("2026-01-11", "z is null", "");
		await put("2026-03-12", "z is null", "cccc");
		const { beside } = (await run(SITE, "/changes", {
			...RANGE,
			metric: "sessions",
		})) as Explanation;
		expect(beside).toEqual([
			{
				...{ kind: "error", at: "2026-03-10T10:00:00.000Z", until: null },
				...{ title: "x2 is not a function", url: null },
			},
		]);
	});
});
