import { describe, expect, it } from "vitest";
import type { Column } from "./columns.ts";
import { shownForms } from "./shown-forms.ts";

const text = (name: string): Column => ({ name, kind: "text", isOptional: false });

describe("addresses in an export", () => {
	it("are there as they are stored and as people read them", () => {
		const forms = shownForms([text("pathname"), text("hostname"), text("country")], undefined);
		const rows = [
			{ pathname: "/%E6%97%A5%E6%9C%AC", hostname: "xn--mnchen-3ya.example", country: "%41" },
			{ pathname: "/plain", hostname: "example.com", country: "JP" },
		];
		expect(forms.columnsFor(rows).map(({ name }) => name)).toEqual([
			"pathname_shown",
			"hostname_shown",
		]);
		expect(forms.rows(rows)).toEqual([
			{ ...rows[0], pathname_shown: "/日本", hostname_shown: "münchen.example" },
			{ ...rows[1], pathname_shown: "/plain", hostname_shown: "example.com" },
		]);
	});

	it("are those of a breakdown by pages, hosts or referrers, too", () => {
		const rows = [{ value: "/a%20b" }];
		const added = (dimension: string) =>
			shownForms([text("value")], dimension).columnsFor(rows).length;
		expect(["pathname", "entry_page", "browser"].map(added)).toEqual([1, 1, 0]);
	});

	it("have no other column where all read the same", () =>
		expect(shownForms([text("pathname")], undefined).columnsFor([{ pathname: "/a" }])).toEqual([]));
});
