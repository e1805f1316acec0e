import { describe, expect, it } from "vitest";
import {
	embeddedSiteOf,
	hasPrivateKey,
	isElsewhere,
	isPageAddress,
	sitePageOf,
} from "./page-address.ts";

const SITE = "0123456789ab";
const KEY = "ba9876543210";
const LONG_KEY = "b1d5781111d84f7b3fe45a0852e59758";

describe("the dashboard's page", () => {
	it.each([
		"/",
		"/welcome",
		"/login",
		"/sites",
		"/account/preferences",
		"/organization/members",
		`/${SITE}`,
		`/${SITE}/`,
		`/${SITE}/users/jane.doe@example.com`,
		`/${SITE}/${KEY}/pages`,
		"/12/live",
		"/nobody/knows/this",
		"/%zz",
	])("is recognised at %s", (path) => expect(isPageAddress(path)).toBe(true));

	it.each([
		"/assets/app-1a2b.js",
		"/assets/gone",
		"/favicon.svg",
		"/wp-login.php",
		"/blog/index.php",
		"/.env",
		"/.well-known/security",
		"/.git/config",
	])("is not recognised at %s", (path) => expect(isPageAddress(path)).toBe(false));
});

describe("other parts of the product", () => {
	it.each(["/api", "/API/version", "/internal/x", "/demo/x", "/metrics", "/ready"])(
		"handle %s",
		(path) => expect(isElsewhere(path)).toBe(true),
	);
	it.each(["/", "/apis", `/${SITE}/api`, "/demonstration"])("do not handle %s", (path) =>
		expect(isElsewhere(path)).toBe(false),
	);
});

describe("a private link", () => {
	it.each([`/${SITE}/${KEY}`, `/${SITE}/${KEY}/pages`, `/12/${KEY}`, `/${SITE}/${LONG_KEY}/live`])(
		"is recognised in %s",
		(path) => expect(hasPrivateKey(path)).toBe(true),
	);
	it.each([`/${SITE}`, `/${SITE}/pages`, `/sites/${KEY}`, `/${SITE}/${KEY}0`])(
		"is not recognised in %s",
		(path) => expect(hasPrivateKey(path)).toBe(false),
	);
});

describe("the page of a site", () => {
	it.each([
		[`/${SITE}`, "overview"],
		[`/${SITE}/${KEY}`, "overview"],
		[`/${SITE}/pages`, "pages"],
		[`/${SITE}/${KEY}/pages`, "pages"],
		[`/${SITE}/users/jane`, "users"],
		["/", undefined],
	])("at %s is %s", (path, page) => expect(sitePageOf(path)).toBe(page));
});

describe("an embed", () => {
	it("is a site's page with the parameter `embed`", () => {
		expect(embeddedSiteOf(`/${SITE}/pages`, new URLSearchParams("embed"))).toBe(SITE);
		expect(embeddedSiteOf(`/${SITE}`, new URLSearchParams("range=7d"))).toBeUndefined();
		expect(embeddedSiteOf("/login", new URLSearchParams("embed=1"))).toBeUndefined();
	});
});
