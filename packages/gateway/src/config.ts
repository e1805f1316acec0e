import { port } from "@footfall/shared/environment";
import { ipRangeOf } from "@footfall/shared/ip-range";
import { z } from "zod";
import { trustedRulesOf } from "./receive/client-address.ts";

const list = (text: string): string[] =>
	text
		.split(",")
		.map((entry) => entry.trim())
		.filter((entry) => entry !== "");

/** Environment variables of the gateway. */
export const gatewayEnvironment = z.object({
	PORT: port.default(3000),
	/** Address to listen on. */
	HOST: z.string().default("0.0.0.0"),
	/** Proxies whose X-Forwarded-For is believed: addresses, CIDR blocks, `loopback`, `private`. */
	TRUST_PROXY: z
		.string()
		.default("")
		.transform(list)
		.superRefine((entries, context) => {
			for (const rule of trustedRulesOf(entries)) {
				const range = ipRangeOf(rule);
				if ("refused" in range)
					context.addIssue({
						code: "custom",
						message: `"${rule}" is ${range.refused}; use addresses, CIDR blocks, loopback or private, separated by commas`,
					});
			}
		}),
	/** City database in MaxMind DB format, in place of the one that comes along. */
	GEO_CITY_DATABASE: z.string().optional(),
	/** ASN database in MaxMind DB format; without one no network is known. */
	GEO_ASN_DATABASE: z.string().optional(),
	/** Folder of the address ranges that operators of crawlers publish, one `<agent or operator>.json` each. */
	BOT_RANGES: z.string().optional(),
});
export type GatewayEnvironment = z.infer<typeof gatewayEnvironment>;

/**
 * Options of Node for a process that runs the gateway. An event leaves a few kilobytes of short-lived objects; in
 * the default nursery so many of them are still in flight at a collection that they are copied, which cost a
 * seventh of the CPU.
 */
export const GATEWAY_NODE_OPTIONS: readonly string[] = ["--max-semi-space-size=64"];
