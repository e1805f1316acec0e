import type { BOT_LAYERS } from "@footfall/shared/queued-event";

/** How another product counts, as far as that is known from its documentation. */
export interface ProductRules {
	/** As people call it. */
	name: string;
	/** A visit that lasts beyond midnight counts on each of its days. */
	countsVisitsOnEachDay: boolean;
	/** What finds bots for this product, too: it does not count what these layers of ours find. */
	sharedBotLayers: readonly (typeof BOT_LAYERS)[number][];
}

const RULES: Readonly<Record<string, ProductRules>> = {
	plausible: {
		name: "Plausible",
		countsVisitsOnEachDay: false,
		sharedBotLayers: ["ua_pattern", "bot_asn"],
	},
	ga4: {
		name: "Google Analytics",
		countsVisitsOnEachDay: true,
		sharedBotLayers: ["ua_pattern"],
	},
};

/** The rules of a product by its name in `imported_figures`; those that most products share, for one without rules here. */
export const rulesOf = (platform: string): ProductRules =>
	RULES[platform] ?? {
		name: platform || "the other product",
		countsVisitsOnEachDay: false,
		sharedBotLayers: ["ua_pattern"],
	};
