import { describe, expect, it } from "vitest";
import { breakdownListOf, breakdownQuery } from "./breakdown-answer.ts";
import type { ListedDimension } from "./dimensions.ts";
import type { TableView } from "./table-view.ts";

const VIEW: TableView = { sort: { by: "count", order: "desc" }, find: "", page: 1 };
const COUNTRIES: ListedDimension = { id: "country", kind: "sessions" };
const PAGES: ListedDimension = { id: "pathname", kind: "pages" };
const LINKS: ListedDimension = { id: "outbound", kind: "links" };
const names = new Intl.DisplayNames("en", { type: "region" });
const naming = {
	nameOf: (value: string) => (value.length === 2 ? (names.of(value) ?? value) : value),
	locale: "en",
};

describe("the query of a table", () => {
	it("has the table's order, search and page", () =>
		expect(
			breakdownQuery(PAGES, { sort: { by: "value", order: "asc" }, find: "blog", page: 3 }),
		).toEqual({
			report: "metric",
			parameters: {
				parameter: "pathname",
				totals: true,
				sort_by: "value",
				sort_order: "asc",
				limit: 50,
				page: 3,
				search: "blog",
			},
		}));

	it("requests all rows when the store does not know their names", () =>
		expect(
			breakdownQuery(COUNTRIES, { sort: { by: "value", order: "asc" }, find: "ger", page: 2 })
				.parameters,
		).toEqual({
			parameter: "country",
			totals: true,
			sort_by: "count",
			sort_order: "asc",
			limit: 1000,
		}));

	it("uses the reports that have more figures than sessions", () => {
		expect(breakdownQuery({ id: "page_title", kind: "pages" }, VIEW).report).toBe("page-titles");
		expect(breakdownQuery(LINKS, VIEW)).toEqual({ report: "events/outbound", parameters: {} });
	});
});

describe("the rows of a response", () => {
	it("keep the order and the page of the API", () =>
		expect(
			breakdownListOf(
				{
					data: {
						data: [{ value: "/", count: 4, percentage: 40, hostname: "a.example" }],
						totalCount: 70,
						totals: { count: 10 },
					},
				},
				PAGES,
				VIEW,
				naming,
			),
		).toEqual({
			rows: [{ value: "/", figures: { count: 4, percentage: 40 }, hostname: "a.example" }],
			rowCount: 70,
			totals: { count: 10 },
		}));

	const countries = {
		data: {
			data: [
				{ value: "DE", count: 5, percentage: 50 },
				{ value: "AT", count: 3, percentage: 30 },
				{ value: "CH", count: 2, percentage: 20, previous: { count: 1, percentage: 100 } },
			],
			totalCount: 3,
		},
	};
	const valuesOf = (view: Partial<TableView>) =>
		breakdownListOf(countries, COUNTRIES, { ...VIEW, ...view }, naming).rows.map(
			({ value }) => value,
		);

	it("are searched by name when the store has codes", () => {
		expect(valuesOf({ find: "GERM" })).toEqual(["DE"]);
		expect(valuesOf({ find: "ch" })).toEqual(["CH"]);
		expect(valuesOf({ find: "atlantis" })).toEqual([]);
	});

	it("are sorted by name when the store has codes", () => {
		expect(valuesOf({ sort: { by: "value", order: "asc" } })).toEqual(["AT", "DE", "CH"]);
		expect(valuesOf({ sort: { by: "count", order: "asc" } })).toEqual(["CH", "AT", "DE"]);
	});

	it("keep the figures of the previous period", () =>
		expect(breakdownListOf(countries, COUNTRIES, VIEW, naming).rows[2]?.previous).toEqual({
			count: 1,
			percentage: 100,
		}));

	it("have their share of all clicks when they are links", () =>
		expect(
			breakdownListOf(
				{
					data: [
						{ url: "https://a.example", count: 1, lastClicked: "2026-11-22T10:00:00Z" },
						{ url: "https://b.example", count: 3 },
					],
				},
				LINKS,
				{ ...VIEW, find: "b.ex" },
				naming,
			),
		).toEqual({
			rows: [{ value: "https://b.example", figures: { count: 3, percentage: 75 } }],
			rowCount: 1,
			totals: { count: 3 },
		}));
});
