import { BOT_LAYERS, type BotLayer, type BotVerdict } from "@footfall/shared/queued-event";
import type { RequestContext } from "../lookup/request-context.ts";
import { botAsn } from "./bot-asn.ts";
import { clientSignals } from "./client-signals.ts";
import { headerHeuristics } from "./header-heuristics.ts";
import type { Layer, LayerInput } from "./layer.ts";
import type { OperatorRanges } from "./operator-ranges.ts";
import { createRateAnomaly } from "./rate-anomaly.ts";
import { uaPattern } from "./ua-pattern.ts";

/** The network comes last, because rented servers only support what another layer found. */
const layersInOrder = (workers: number): readonly (readonly [BotLayer, Layer])[] => [
	["ua_pattern", uaPattern],
	["header_heuristics", headerHeuristics],
	["client_signals", clientSignals],
	["rate_anomaly", createRateAnomaly(workers)],
	["bot_asn", botAsn],
];

/** A rate alone never drops a person's event: it marks it as `suspected`. `undefined` for a person's request. */
export type Judgement = BotVerdict | "suspected" | undefined;

export type DetectBot = (suspect: LayerInput) => Judgement;

/** The reason of each layer that hit. */
export type Evidence = Partial<Record<BotLayer, string>>;

/** The verdict that the layers' evidence leads to. */
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
 * Runs every layer that the site has enabled, so that statistics are not biased towards the first that hits. `workers`
 * processes share the requests.
 */
export const createBotDetector = (isFromOperator: OperatorRanges, workers = 1): DetectBot => {
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
