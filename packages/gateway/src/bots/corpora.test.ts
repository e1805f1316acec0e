import { describe, expect, it } from "vitest";
import { corpora } from "./corpora.ts";
import { layerHits } from "./layer-hits.ts";

const sharesOf = (name: string): Record<string, number> => {
	const corpus = corpora().find((each) => each.name === name);
	if (corpus === undefined) throw new Error(`There is no corpus "${name}"`);
	const hits = layerHits(corpus.requests);
	return Object.fromEntries(
		Object.entries(hits).map(([layer, count]) => [layer, count / corpus.requests.length]),
	);
};

describe("the accuracy of the bot layers", () => {
	it.each([
		["crawlers' agents, no other header", "ua_pattern", 0.997],
		["crawlers' agents, no other header", "header_heuristics", 1],
		["crawlers' agents, no other header", "any", 1],
		["… with a browser's headers", "ua_pattern", 0.997],
		["recorded browsers with the automation flag", "client_signals", 1],
		["recorded browsers from a crawlers' network", "bot_asn", 1],
		["a flood: 10 pages a second for a minute", "rate_anomaly", 0.4],
		["a crawl: a new page every two seconds for ten minutes", "rate_anomaly", 0.4],
	])("of %s, %s finds at least %f", (name, layer, floor) =>
		expect(sharesOf(name)[layer]).toBeGreaterThanOrEqual(floor),
	);

	it.each(corpora().filter(({ are }) => are === "people"))(
		"no layer mistakes $name for bots",
		({ requests }) =>
			expect(layerHits(requests)).toEqual({
				ua_pattern: 0,
				header_heuristics: 0,
				client_signals: 0,
				bot_asn: 0,
				rate_anomaly: 0,
				any: 0,
			}),
	);

	it("is measured on all three engines, over every recorded transport", () => {
		const people = corpora().find(({ name }) => name.startsWith("recorded browsers: "));
		expect(people?.requests.length).toBeGreaterThanOrEqual(30);
		expect(
			[
				...new Set(
					people?.requests.map(
						({ headers }) => /Firefox|Chrome|Version/.exec(headers["user-agent"] ?? "")?.[0],
					),
				),
			].sort(),
		).toEqual(["Chrome", "Firefox", "Version"]);
	});
});
