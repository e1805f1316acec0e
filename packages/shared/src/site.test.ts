import { describe, expect, it } from "vitest";
import { defaultSiteSettings, refusedIpRules, SiteSettings } from "./site.ts";

describe("site settings", () => {
	it("have valid defaults", () =>
		expect(SiteSettings.parse(defaultSiteSettings)).toEqual(defaultSiteSettings));

	it("refuse invalid exclusion rules, with one reason each", () =>
		expect(refusedIpRules(["10.0.0.1", "10.0.0.0/40", "nonsense"])).toEqual([
			"10.0.0.0/40: the prefix length must be a number from 0 to 32",
			"nonsense: not an IP address, CIDR block or IPv4 range",
		]));
});
