import { ipTableOf } from "../ip/ip-table.ts";
import { CRAWLER_SYSTEMS, HOSTING_BLOCKS, HOSTING_SYSTEMS } from "./known-networks.ts";

/** The operator of an address's network. Unknown texts are "", an unknown number is 0. */
export interface Network {
	asn: number;
	asnOrganization: string;
	/** The provider, if it is known to be a network of machines. */
	provider: string;
	/** Their use: "crawler" where only crawlers operate, "hosting" where servers are rented. */
	kind: "" | "crawler" | "hosting";
}

export const UNKNOWN_NETWORK: Network = { asn: 0, asnOrganization: "", provider: "", kind: "" };

type Machines = Pick<Network, "provider" | "kind">;

const PEOPLE: Machines = { provider: "", kind: "" };

const bySystem = new Map<number, Machines>();
for (const [systems, kind] of [
	[HOSTING_SYSTEMS, "hosting"],
	[CRAWLER_SYSTEMS, "crawler"],
] as const)
	for (const [provider, numbers] of Object.entries(systems))
		for (const number of numbers) bySystem.set(number, { provider, kind });

const blocks = Object.entries(HOSTING_BLOCKS).map(([provider, rules]) => ({
	machines: { provider, kind: "hosting" } satisfies Machines,
	covers: ipTableOf(rules),
}));

/** Whether an address belongs to machines: by its autonomous system, and by the large blocks if that is unknown. */
export const networkAt = (address: string, asn: number, asnOrganization: string): Network => {
	const machines =
		bySystem.get(asn) ??
		(asn === 0 ? blocks.find(({ covers }) => covers(address))?.machines : undefined) ??
		PEOPLE;
	return asn === 0 && machines === PEOPLE ? UNKNOWN_NETWORK : { asn, asnOrganization, ...machines };
};
