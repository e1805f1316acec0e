import type { Layer } from "./layer.ts";

/** A network used only by crawlers is sufficient evidence; one that rents out servers only supports another hit. */
export const botAsn: Layer = ({ context: { network } }, isSuspected) => {
	if (network.kind === "" || (network.kind === "hosting" && !isSuspected)) return undefined;
	const name = network.asn === 0 ? network.provider : `${network.provider} (AS${network.asn})`;
	return network.kind === "crawler"
		? `${name} only runs crawlers`
		: `${name} hosts servers, and another layer hit`;
};
