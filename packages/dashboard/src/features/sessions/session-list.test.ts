import { describe, expect, it } from "vitest";
import { addressOf } from "../../router/address.ts";
import { sessionListParameters, sessionSourceOf } from "./session-list.ts";

const source = (search: string) => sessionSourceOf(addressOf(search));
const parameters = (search: string) => {
	const address = addressOf(search);
	return sessionListParameters(address, sessionSourceOf(address), 2);
};

describe("the list of sessions", () => {
	it.each([
		["", { of: "all" }],
		["?funnel=2&step=3", { of: "funnel", id: "2", step: 3, mode: "reached" }],
		["?funnel=2&step=3&mode=dropped", { of: "funnel", id: "2", step: 3, mode: "dropped" }],
		["?funnel=2", { of: "funnel", id: "2", step: 1, mode: "reached" }],
		["?funnel=x&step=1", { of: "all" }],
		["?goal=4", { of: "goal", id: "4" }],
		["?goal=-1", { of: "all" }],
		["?error=x+is+undefined", { of: "error", message: "x is undefined" }],
	])("is read from %s", (search, expected) => expect(source(search)).toEqual(expected));

	it("is requested page by page, sorted, with minimum amounts", () => {
		expect(parameters("?by=pageviews:asc&who=identified&min_duration=60&min_events=7")).toEqual({
			page: 2,
			limit: 50,
			sort_by: "pageviews",
			sort_order: "asc",
			totals: true,
			identified_only: true,
			min_duration: "60",
		});
		expect(parameters("?goal=4&by=pageviews")).toEqual({ page: 2, limit: 50 });
	});

	it("keeps the URL's filters for sessions with an error", () =>
		expect(
			JSON.parse(String(parameters("?f=country.is~DE&error=boom")["filters"])).map(
				({ parameter }: { parameter: string }) => parameter,
			),
		).toEqual(["country", "prop:message"]));
});
