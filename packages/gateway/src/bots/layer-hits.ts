import type { IncomingHttpHeaders } from "node:http";
import { ClientEvent } from "@footfall/shared/event";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { BOT_LAYERS, type BotLayer } from "@footfall/shared/queued-event";
import { defaultSiteSettings } from "@footfall/shared/site";
import { type Network, UNKNOWN_NETWORK } from "../lookup/network.ts";
import { UNKNOWN_PLACE } from "../lookup/place.ts";
import { requestContextOf } from "../lookup/request-context.ts";
import { createUserAgentReader } from "../lookup/user-agent-facts.ts";
import { compiledSiteOf } from "../site-config/compiled-site.ts";
import { createBotDetector } from "./layers.ts";
import { noOperatorRanges } from "./operator-ranges.ts";

/** A request in a corpus. */
export interface CorpusRequest {
	/** Includes the user agent. */
	headers: IncomingHttpHeaders;
	/** Fields of the body; a pageview by default. */
	event?: object;
	/** In ms; by default, every request comes alone. */
	at?: number;
	network?: Network;
}

/** How many requests each layer hit, and how many were classified as bots: a hit of `rate_anomaly` alone only marks. */
export type LayerHits = Record<BotLayer | "any", number>;

const SITE = compiledSiteOf({
	...defaultSiteSettings,
	siteId: 1 as SiteNumber,
	id: "000000000001" as SiteKey,
	organizationId: "corpus",
});
const ADDRESS = "203.0.113.5";
const APART_MS = 3_600_000;

/** Runs the layers over a corpus, as the gateway does, to report their accuracy. */
export const layerHits = (requests: readonly CorpusRequest[]): LayerHits => {
	const detectBot = createBotDetector(noOperatorRanges);
	const readUserAgent = createUserAgentReader();
	const hits = Object.fromEntries(
		[...BOT_LAYERS, "any" as const].map((name) => [name, 0]),
	) as LayerHits;
	for (const [index, { headers, event, at, network = UNKNOWN_NETWORK }] of requests.entries()) {
		const context = requestContextOf({
			site: SITE,
			trusted: false,
			sender: { address: ADDRESS, hops: () => [], headers, receivedAt: at ?? index * APART_MS },
			userAgent: readUserAgent(headers["user-agent"] ?? ""),
			addressFacts: { place: UNKNOWN_PLACE, network, visitorAddress: ADDRESS },
		});
		const parsed = ClientEvent.parse({ type: "pageview", site_id: "1", ...event });
		const verdict = detectBot({ event: parsed, context, heldMs: 0 });
		if (verdict === undefined) continue;
		if (verdict === "suspected") {
			hits.rate_anomaly++;
			continue;
		}
		hits.any++;
		for (const layer of verdict.layers) hits[layer]++;
	}
	return hits;
};
