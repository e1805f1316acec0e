import { describe, expect, it } from "vitest";
import { addressOf } from "../../../router/address.ts";
import { comparisonParameters, reportParameters } from "../../../router/viewer.ts";
import { questionRequest, type RequestAccess, requestText } from "./question-request.ts";

const requestIn = (search: string, dimensions: string[], isFiltered = true) => {
	const address = addressOf(search);
	return questionRequest(
		{
			parameters: reportParameters(address, Date.UTC(2026, 10, 27), "UTC"),
			comparison: comparisonParameters(address),
		},
		{ metrics: ["users"], dimensions },
		{ isFiltered, weekStart: () => "monday" },
	);
};

describe("the request of a question", () => {
	it("names the first day of the week for weeks alone", () => {
		expect(requestIn("", ["time:week"]).parameters).toMatchObject({ week_start: "monday" });
		expect(requestIn("", ["time:day"]).parameters).not.toHaveProperty("week_start");
	});

	it("leaves imported days out where the address does", () => {
		const { parameters, body } = requestIn("?imported=0", []);
		expect(parameters).not.toHaveProperty("imported");
		expect(body.include).toEqual({ totals: true, total_rows: true, imported: false });
		expect(requestIn("", []).body.include).toEqual({ totals: true, total_rows: true });
	});

	it("has the page's filters only where they are not part of the question already", () => {
		expect(requestIn("?f=country.is~DE", []).parameters).toHaveProperty("filters");
		expect(requestIn("?f=country.is~DE", [], false).parameters).not.toHaveProperty("filters");
	});

	it("is compared as the page is", () => {
		expect(requestIn("?compare=year", []).body).toMatchObject({ compare: "year" });
		expect(requestIn("?compare=off", []).body).not.toHaveProperty("compare");
	});
});

it.each<[RequestAccess, string[]]>([
	["key", ["Authorization: Bearer YOUR_API_KEY"]],
	["link", ["x-private-key: YOUR_PRIVATE_KEY"]],
	["public", []],
])("a copied request of a reader by %s names its headers, and holds no key", (access, header) =>
	expect(
		requestText({
			url: "https://stats.example/api/sites/1/query?",
			access,
			body: { metrics: ["users"] },
		}),
	).toBe(
		[
			"POST https://stats.example/api/sites/1/query?",
			...header,
			"Content-Type: application/json",
			"",
			'{\n\t"metrics": [\n\t\t"users"\n\t]\n}',
		].join("\n"),
	),
);
