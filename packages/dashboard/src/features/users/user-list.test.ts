import { describe, expect, it } from "vitest";
import { addressOf } from "../../router/address.ts";
import { userListParameters } from "./user-list.ts";

const query = (search: string, hasRevenue = false) =>
	userListParameters(addressOf(search), hasRevenue);
const usual = { page: 1, page_size: 50, sort_by: "last_seen", sort_order: "desc" };

describe("the list of users", () => {
	it.each([
		["", usual],
		["?who=identified&page=2", { ...usual, page: 2, identified_only: true }],
		["?q=ada", { ...usual, search: "ada", search_field: "name" }],
		["?q=ada&in=email", { ...usual, search: "ada", search_field: "email" }],
		["?q=ada&in=password", { ...usual, search: "ada", search_field: "name" }],
		["?in=email", usual],
		["?by=sessions:asc", { ...usual, sort_by: "sessions", sort_order: "asc" }],
	])("is requested with the URL's parameters: %s", (search, parameters) =>
		expect(query(search)).toEqual(parameters),
	);

	it("has revenue, and is sorted by it, only on sites with money", () => {
		const byRevenue = { ...usual, sort_by: "revenue" };
		expect(query("?by=revenue", true)).toEqual({ ...byRevenue, revenue: true });
		expect(query("?by=revenue")).toEqual(usual);
	});
});
