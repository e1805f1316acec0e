import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	type Given,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/expected";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const NOW = Date.parse("2027-06-01T12:00:00Z");

const DIMENSIONS = [
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"language",
	"country",
	"region",
	"city",
	"device_type",
	"hostname",
	"querystring",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"dimensions",
	"user_id",
	"lat",
	"lon",
	"timezone",
	"tag",
	"asn_org",
	"device_model",
	"app_version",
	"feature_flag:checkout",
	"url_param:Ref",
	"prop:plan",
];

const someDimensions = fc.uniqueArray(fc.constantFrom(...DIMENSIONS), {
	minLength: 1,
	maxLength: 3,
	size: "max",
});

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let checkWith: ReturnType<typeof createReportComparison>;
let check: (property: (given: Given<undefined>) => Promise<void>) => Promise<void>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => NOW, findSegment });
	checkWith = createReportComparison(store);
	check = (property) => checkWith(fc.constant(undefined), property);
});
afterAll(async () => {
	await store.close();
});

describe("a report matches the same answer computed by hand", () => {
	it(
		"matches it for the overview",
		() =>
			check(async ({ site, events, parameters, question }) => {
				const answer = await ask(site, "/overview", parameters);
				expect(answer).toEqual({ data: reference.overview(events, question) });
			}),
		WITHIN_MS,
	);

	it(
		"matches it for the overview over time",
		() =>
			check(async ({ site, events, parameters, question, bucket, times }) => {
				const answer = await ask(site, "/overview/time-series", { ...parameters, bucket });
				expect(answer).toEqual({
					data: reference.overviewSeries(events, question, bucket, times()),
				});
			}),
		WITHIN_MS,
	);

	it(
		"matches it for event counts",
		() =>
			check(async ({ site, events, parameters, question, bucket }) => {
				const answer = await ask(site, "/events/count", { ...parameters, bucket });
				expect(answer).toEqual({ data: reference.eventsCount(events, question, bucket) });
			}),
		WITHIN_MS,
	);

	it.each([
		"channel",
		"referrer",
		"pathname",
		"page_title",
		"entry_page",
		"exit_page",
		"event_name",
	])(
		"matches it for the breakdown by %s",
		(parameter) =>
			check(async ({ site, events, parameters, question }) => {
				const rows = reference.metric(events, question, parameter);
				const answer = await ask(site, "/metric", { ...parameters, parameter });
				expect(answer).toEqual({ data: { data: rows, totalCount: rows.length } });
			}),
		WITHIN_MS,
	);

	it(
		"matches it for a page of the breakdown by any other dimension",
		() =>
			checkWith(
				fc.record({ some: someDimensions, page: fc.constantFrom(1, 2, 9) }),
				async ({ site, events, parameters, question, more: { some, page } }) => {
					for (const parameter of some) {
						const rows = reference.metric(events, question, parameter);
						const paging = { parameter, page: String(page), limit: "1" };
						const answer = await ask(site, "/metric", { ...parameters, ...paging });
						expect([parameter, answer]).toEqual([
							parameter,
							{ data: { data: rows.slice(page - 1, page), totalCount: rows.length } },
						]);
					}
				},
			),
		WITHIN_MS,
	);
});
