// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { configOfTag, ownTag, siteIdOfTag } from "./config.ts";

const tag = (attributes: string) => {
	document.body.innerHTML = `<script type="text/plain" ${attributes}></script>`;
	const [script] = document.scripts;
	if (!script) throw new Error("No tag");
	return script;
};

const read = (attributes: string) => {
	const script = tag(attributes);
	return configOfTag(script, siteIdOfTag(script));
};

describe("a script tag", () => {
	it("configures where events go, for which site, and under which name", () =>
		expect(
			read(
				`src="https://stats.example/api/script.js" data-site-id="7" data-namespace="ff" data-debounce="0"`,
			),
		).toEqual(["7", "https://stats.example/api", "ff", 0]));

	it("requires only a site", () =>
		expect(read('src="/x/script.js" data-site-id="7"')).toEqual([
			"7",
			`${location.origin}/x`,
			"footfall",
			500,
		]));

	it.each([
		['src="/script.js" site-id="7"'],
		['src="/script.js?siteId=7"'],
		['src="/script.js?v=1&site-id=7"'],
		['src="/script.js?site_id=7&v=1"'],
	])("names its site as %s", (attributes) => expect(siteIdOfTag(tag(attributes))).toBe("7"));

	it("uses the script's folder when the query contains a slash", () =>
		expect(read('src="https://a.example/api/script.js?siteId=7&from=/x/y"')[1]).toBe(
			"https://a.example/api",
		));

	it.each([
		["https://b.example/api", "https://b.example/api"],
		["https://b.example/api/", "https://b.example/api"],
		["https://b.example", "https://b.example/api"],
		["https://b.example//", "https://b.example/api"],
		["https://b.example/in/stats/", "https://b.example/in/stats"],
		["/stats/", `${location.origin}/stats`],
		["//b.example", `${location.protocol}//b.example/api`],
	])("may send elsewhere: data-host=%j becomes %s", (host, base) =>
		expect(read(`src="/script.js?siteId=7" data-host="${host}"`)[1]).toBe(base),
	);

	it.each([['src="/script.js" data-site-id="7"'], ['src="/script.js?siteId=7"']])(
		"is found as %s when an optimiser has turned it into a module",
		(attributes) => {
			document.body.innerHTML = `<script type="text/plain" src="/site.js"></script><script type="text/plain" ${attributes}></script>`;
			expect(ownTag()).toBe(document.scripts[1]);
		},
	);

	it("is rejected without a site, with the attribute to add", () =>
		expect(() => read('src="/script.js"')).toThrow("footfall: the script tag needs data-site-id"));
});
