import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import { describe, expect, it } from "vitest";
import { trackingConfigurationOf } from "./tracking-configuration.ts";

const hostsOf = (settings: Parameters<typeof siteOf>[0]) =>
	trackingConfigurationOf(siteOf(settings)).errorHosts;

describe("the hosts of a site's own scripts", () => {
	it("are its domain, its own domains and the hosts that it lists, each once and in browsers' spelling", () =>
		expect(
			hostsOf({
				trackErrors: true,
				domain: "www.Shop.example:8080",
				ownDomains: ["Checkout.example", "shop.example"],
				errorHosts: ["assets.cdn.example", "checkout.example"],
			}),
		).toEqual(["shop.example", "checkout.example", "assets.cdn.example"]));

	it("are only the lists if the domain is unknown", () =>
		expect(hostsOf({ trackErrors: true, errorHosts: ["cdn.example"] })).toEqual(["cdn.example"]));

	it("are omitted while errors are not tracked", () =>
		expect(hostsOf({ domain: "shop.example", errorHosts: ["cdn.example"] })).toEqual([]));
});
