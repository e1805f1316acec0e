import { BOT_LAYERS, type BotLayer, type BotVerdict } from "@footfall/shared/queued-event";
import type { RequestContext } from "../lookup/request-context.ts";
import { botAsn } from "./bot-asn.ts";
import { clientSignals } from "./client-signals.ts";
import { headerHeuristics } from "./header-heuristics.ts";
import type { Layer, LayerInput } from "./layer.ts";
import type { OperatorRanges } from "./operator-ranges.ts";
import { rateAnomaly } from "./rate-anomaly.ts";
import { uaPattern } from "./ua-pattern.ts";

/** The network comes last: rented servers only support what another layer found. */
const layersInOrder = (workers: number): readonly (readonly [BotLayer, Layer])[] => [
	["ua_pattern", uaPattern],
	["header_heuristics", headerHeuristics],
	["client_signals", clientSignals],
	["rate_anomaly", rateAnomaly(workers)],
	["bot_asn", botAsn],
];

/** A rate alone never takes a person's event away: it marks it, as `suspected`. `undefined` for a person's request. */
export type Judgement = BotVerdict | "suspected" | undefined;

/** Judges a request. */
export type DetectBot = (suspect: LayerInput) => Judgement;

/** Why each layer that hit did. */
export type Evidence = Partial<Record<BotLayer, string>>;

/** The verdict that layers' evidence makes. */
export const botVerdictOn = (
	{ userAgent: { automated }, address, network }: RequestContext,
	evidence: Evidence,
	isFromOperator: OperatorRanges,
): BotVerdict => {
	const layers = BOT_LAYERS.filter((name) => evidence[name] !== undefined);
	return {
		layers,
		category: automated?.category ?? "",
		matchedPattern: automated?.pattern ?? "",
		name: automated?.name ?? "",
		operator: automated?.operator ?? "",
		purpose: automated?.purpose ?? "",
		claim:
			automated === undefined ? "" : isFromOperator(automated, address) ? "verified" : "claimed",
		asnProvider: network.provider,
		evidence: layers.map((name) => evidence[name] ?? ""),
	};
};

/**
 * Runs every layer that the site has on, so that statistics are not biased to the first that hits. `workers` processes
 * share the requests.
 */
export const botDetector = (isFromOperator: OperatorRanges, workers = 1): DetectBot => {
	const layers = layersInOrder(workers);
	return (suspect) => {
		const { disabledBotLayers } = suspect.context.site.settings;
		const hasAll = disabledBotLayers.length === 0;
		let evidence: Evidence | undefined;
		for (const [name, layer] of layers) {
			if (!hasAll && disabledBotLayers.includes(name)) continue;
			const reason = layer(suspect, evidence !== undefined);
			if (reason === undefined) continue;
			evidence ??= {};
			evidence[name] = reason;
		}
		if (evidence === undefined) return undefined;
		const names = Object.keys(evidence);
		return names.length === 1 && names[0] === "rate_anomaly"
			? "suspected"
			: botVerdictOn(suspect.context, evidence, isFromOperator);
	};
};
