import { ipRangeOf } from "@footfall/shared/ip-range";
import { describe, expect, it } from "vitest";
import { CRAWLER_SYSTEMS, HOSTING_BLOCKS, HOSTING_SYSTEMS } from "./known-networks.ts";

const blocks = Object.entries(HOSTING_BLOCKS).flatMap(([provider, rules]) =>
	rules.map((rule) => ({ provider, rule, range: ipRangeOf(rule) })),
);

describe("the list of machine networks", () => {
	it("is made of CIDR blocks", () =>
		expect(blocks.filter(({ range }) => "refused" in range)).toEqual([]));

	it("assigns no address to two providers", () => {
		const ranges = blocks
			.flatMap(({ provider, rule, range }) =>
				"refused" in range ? [] : [{ provider, rule, ...range }],
			)
			.sort((one, other) => (one.first < other.first ? -1 : 1));
		const overlapping = ranges.filter((range, index) => {
			const next = ranges[index + 1];
			return next !== undefined && next.first <= range.last && next.provider !== range.provider;
		});
		expect(overlapping.map(({ provider, rule }) => `${provider} ${rule}`)).toEqual([]);
	});

	it("assigns no autonomous system to two providers, nor to both kinds", () => {
		const all = [HOSTING_SYSTEMS, CRAWLER_SYSTEMS].flatMap((systems) =>
			Object.values(systems).flat(),
		);
		expect(all.filter((system, index) => all.indexOf(system) !== index)).toEqual([]);
	});
});
