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
	it("says where events go, of which site, and under which name", () =>
		expect(
			read(
				`src="https://stats.example/api/script.js" data-site-id="7" data-namespace="ff" data-debounce="0"`,
			),
		).toEqual(["7", "https://stats.example/api", "ff", 0]));

	it("needs nothing but a site", () =>
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

	it("keeps to the script's folder when the query holds a slash", () =>
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
	])("may send elsewhere: data-host=%j is %s", (host, base) =>
		expect(read(`src="/script.js?siteId=7" data-host="${host}"`)[1]).toBe(base),
	);

	it.each([['src="/script.js" data-site-id="7"'], ['src="/script.js?siteId=7"']])(
		"is found as %s where an optimiser has made a module of it",
		(attributes) => {
			document.body.innerHTML = `<script type="text/plain" src="/site.js"></script><script type="text/plain" ${attributes}></script>`;
			expect(ownTag()).toBe(document.scripts[1]);
		},
	);

	it("without a site is refused with what to add", () =>
		expect(() => read('src="/script.js"')).toThrow("footfall: the script tag needs data-site-id"));
});
