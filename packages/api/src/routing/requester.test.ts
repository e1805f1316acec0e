import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { defaultSiteSettings } from "@footfall/shared/site";
import { describe, expect, it } from "vitest";
import type { AnyGrant } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { requesterOf } from "./requester.ts";

const siteOf = (siteId: number, organizationId: string): Site => ({
	...defaultSiteSettings,
	siteId: siteId as SiteNumber,
	id: "0123456789ab" as SiteKey,
	organizationId,
	name: "Site",
	domain: "example.com",
	createdBy: "anna",
	createdAt: new Date(0),
	updatedAt: new Date(0),
});
const user = { id: "anna", name: "Anna", email: "anna@example.com", isSystemAdmin: false };
const session: Caller = { via: "session", user, permissions: null };
const personalKey: Caller = { via: "personal-key", user, keyId: "k1", permissions: null };
const organizationKey: Caller = {
	via: "organization-key",
	organizationId: "acme",
	keyId: "k2",
	permissions: null,
};
const site = siteOf(7, "acme");

const requester = (found: AnyGrant, address = "192.0.2.1") => {
	const { tenant, caller, part } = requesterOf(found, address);
	return [tenant, caller, part];
};

describe("a request's queue at the store", () => {
	it.each<[string, AnyGrant, string[]]>([
		["a person, by site", { caller: session, site }, ["acme", "user anna", "7"]],
		["the same person with a key", { caller: personalKey, site }, ["acme", "user anna", "7"]],
		["an organization's key", { caller: organizationKey, site }, ["acme", "key k2", "7"]],
		[
			"a whole organization",
			{ caller: session, organizationId: "acme" },
			["acme", "user anna", ""],
		],
	])("is that of %s", (_who, found, expected) => expect(requester(found)).toEqual(expected));

	it("is shared by all visitors of a public site, who take turns by address", () => {
		const visitors = ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"].map((address) =>
			requesterOf({ site }, address),
		);
		expect(new Set(visitors.map(({ caller }) => caller))).toEqual(new Set(["visitors 7"]));
		expect(new Set(visitors.map(({ part }) => part)).size).toBe(3);
		expect(requesterOf({ site: siteOf(8, "acme") }, "192.0.2.1").caller).toBe("visitors 8");
	});

	it("separates holders of a private link from visitors", () =>
		expect(requesterOf({ site, hasPrivateKey: true }, "").caller).toBe("private link 7"));
});
