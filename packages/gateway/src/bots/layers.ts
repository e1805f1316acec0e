import type { BotLayer, BotVerdict } from "@footfall/shared/queued-event";
import { clientSignals } from "./client-signals.ts";
import { headerHeuristics } from "./header-heuristics.ts";
import type { Layer, Suspect } from "./layer.ts";
import { uaPattern } from "./ua-pattern.ts";

const LAYERS: readonly (readonly [BotLayer, Layer])[] = [
	["ua_pattern", uaPattern],
	["header_heuristics", headerHeuristics],
	["client_signals", clientSignals],
];

/** Asks every layer, so that statistics are not biased to the first that hits. `undefined` for a person. */
export const botVerdict = (suspect: Suspect): BotVerdict | undefined => {
	let layers: BotLayer[] | undefined;
	for (const [name, hits] of LAYERS)
		if (hits(suspect)) {
			layers ??= [];
			layers.push(name);
		}
	if (layers === undefined) return undefined;
	const { agent } = suspect;
	return {
		layers,
		category: agent?.category ?? "",
		matchedPattern: agent?.pattern ?? "",
		name: agent?.name ?? "",
		operator: agent?.operator ?? "",
		purpose: agent?.purpose ?? "",
	};
};
