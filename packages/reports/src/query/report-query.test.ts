import { describe, expect, it } from "vitest";
import type { Filter } from "./filters.ts";
import { countedRows, parseQuery, toSql } from "./report-query.ts";

const saved: Filter[] = [{ parameter: "country", type: "equals", value: ["DE"] }];
const findSegment = async (id: number) => (id === 7 ? saved : undefined);
const asked = (parameters: Record<string, string>) => parseQuery(parameters, 0, findSegment);

describe("a query", () => {
	it("puts a segment's filters before the others and removes duplicates", async () => {
		const filters = [...saved, { parameter: "browser", type: "equals", value: ["Firefox"] }];
		const question = await asked({ segment_id: "7", filters: JSON.stringify(filters) });
		expect(question.filters).toEqual(filters);
	});

	it.each(["0", "-1", "1.5", "seven"])("rejects %s as a segment", (segment_id) =>
		expect(asked({ segment_id })).rejects.toMatchObject({
			status: 400,
			message: "Invalid segment_id",
		}),
	);

	it("accepts only saved segments", () =>
		expect(asked({ segment_id: "8" })).rejects.toMatchObject({
			status: 404,
			message: "Segment not found",
		}));

	it("becomes SQL in which every value from the client is bound", () => {
		const value = "'; DROP TABLE events --";
		const encoded = "';%20DROP%20TABLE%20events%20--";
		const sql = toSql(42, {
			period: { from: 1, to: 2, timeZone: "Europe/Paris" },
			filters: [
				{ parameter: "pathname", type: "not_contains", value: [value] },
				{ parameter: "entry_page", type: "equals", value: [value] },
				{ parameter: `prop:${value}`, type: "is_not_null", value: [] },
			],
			pseudonyms: undefined,
		});
		expect(countedRows(sql)).not.toContain("DROP");
		expect(sql.parameters).toEqual({
			site: 42,
			from: 1,
			to: 2,
			p0: value,
			p1: value,
			p2: encoded,
			p3: value,
			p4: encoded,
		});
	});
});
