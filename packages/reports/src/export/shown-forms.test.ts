import { describe, expect, it } from "vitest";
import { type Column, type Row, valueIn } from "./columns.ts";
import { isNeeded, shownForms } from "./shown-forms.ts";

const text = (name: string): Column => ({ name, kind: "text", isOptional: false });
const namesFor = (columns: Column[], dimension: string | undefined, rows: readonly Row[]) =>
	shownForms(columns, dimension)
		.filter((column) => isNeeded(column, rows))
		.map(({ name }) => name);

describe("addresses in an export", () => {
	it("are exported as stored and in readable form", () => {
		const columns = [text("pathname"), text("hostname"), text("country")];
		const rows = [
			{ pathname: "/%E6%97%A5%E6%9C%AC", hostname: "xn--mnchen-3ya.example", country: "%41" },
			{ pathname: "/plain", hostname: "example.com", country: "JP" },
			{ pathname: null },
		];
		const shown = shownForms(columns, undefined);
		expect(namesFor(columns, undefined, rows)).toEqual(["pathname_shown", "hostname_shown"]);
		expect(rows.map((row) => shown.map((column) => valueIn(row, column)))).toEqual([
			["/日本", "münchen.example"],
			["/plain", "example.com"],
			[null, undefined],
		]);
	});

	it("are converted for each row, however many rows there are", () => {
		const [shown] = shownForms([text("pathname")], undefined);
		if (!shown) throw new Error("A path is an address");
		for (let round = 0; round < 2; round++)
			for (let at = 0; at < 2500; at++)
				expect(valueIn({ pathname: `/${at}%41` }, shown)).toBe(`/${at}A`);
	});

	it("are converted in a breakdown by page, host or referrer, too", () => {
		const rows = [{ value: "/a%20b" }];
		const added = (dimension: string) => namesFor([text("value")], dimension, rows).length;
		expect(["pathname", "entry_page", "browser"].map(added)).toEqual([1, 1, 0]);
	});

	it("have no second column if both forms are equal", () =>
		expect(namesFor([text("pathname")], undefined, [{ pathname: "/a" }])).toEqual([]));
});
