import { ipNumberOf } from "@footfall/shared/ip-range";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { SITE_READING } from "./configure-site.ts";

/** Lets the dashboard offer to exclude its viewer's own visits. */
export const ownAddressRoute: Route = route({
	...SITE_READING,
	path: "/api/sites/{site}/own-address",
	summary: "The caller's IP address, for excluding their own visits",
	description: "As the server sees it; null if it is unknown. Add it to `excludedIPs`.",
	headers: { "Cache-Control": "no-store" },
	response: z.strictObject({
		data: z.strictObject({ address: z.string().nullable() }).meta({ component: "OwnAddress" }),
	}),
	handle: async ({ address }) => {
		// A dual-stack socket reports IPv4 clients as IPv6 addresses.
		const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, "");
		return { data: { address: ipNumberOf(plain) === undefined ? null : plain } };
	},
});
