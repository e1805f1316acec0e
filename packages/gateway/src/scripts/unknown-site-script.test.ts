import { createContext, runInContext } from "node:vm";
import { COMPATIBLE_PRODUCTS } from "@footfall/shared/products/compatible-products";
import { describe, expect, it } from "vitest";
import { unknownSiteScript } from "./unknown-site-script.ts";

type Api = Record<string, (...values: unknown[]) => unknown>;

/** Runs the script on a page with these globals, and returns the page and its console output. */
const runOn = (
	source: string,
	{ page = {}, dataset = {} }: { page?: Record<string, unknown>; dataset?: object } = {},
) => {
	const shown: unknown[] = [];
	const window = Object.assign(page, {
		console: { warn: (text: unknown) => shown.push(text) },
		document: { currentScript: { dataset } },
	}) as Record<string, unknown>;
	window["window"] = window;
	runInContext(source, createContext(window));
	return { window, shown };
};

const pageview = () => {};

describe("the script for an unknown site", () => {
	it("logs once what is wrong and what to change", () =>
		expect(runOn(unknownSiteScript("abc")).shown).toEqual([
			'footfall: nothing is tracked, because there is no site with the id "abc". Set siteId in the script URL to the id shown in the site\'s settings.',
		]));

	it.each([
		"</script><script>alert(1)</script>",
		"<!--",
		"\u2028\u2029\n",
		'"); window.broken = true; ("',
		"'; window.broken = true; '\\",
		"*/ window.broken = true; /*",
		"\ud800",
	])("quotes the id %j so that it remains text", (id) => {
		const source = unknownSiteScript(id);
		// The script itself contains such characters only in arrows.
		expect(source.replaceAll("=>", "")).not.toMatch(/[<>\u2028\u2029]/);
		const { window, shown } = runOn(source);
		expect([shown.length, window["broken"]]).toEqual([1, undefined]);
		expect(shown[0]).toContain(`the id ${JSON.stringify(id)}.`);
	});

	it("logs only the start of what is too long for an id", () => {
		const [text] = runOn(unknownSiteScript("x".repeat(10_000))).shown;
		expect(text).toContain(`"${"x".repeat(64)}"`);
	});

	it("defines an API whose methods do nothing", () => {
		const { window } = runOn(unknownSiteScript("abc"));
		const api = window["footfall"] as Api;
		const called: unknown[] = [];
		for (const method of ["pageview", "event", "identify", "onReady", "anyOther"])
			expect(api[method]?.(() => called.push(method))).toBeUndefined();
		expect([called, `${api}`]).toEqual([[], "[object Object]"]);
	});

	it("defines an API that can be awaited", async () => {
		const { window } = runOn(unknownSiteScript("abc"));
		expect(await window["footfall"]).toBe(window["footfall"]);
	});

	it("is replaced by the tracker of another tag, as a page's stub is", () => {
		const { window } = runOn(unknownSiteScript("abc"));
		expect([...(window["footfall"] as { q: unknown[] }).q]).toEqual([]);
	});

	it("uses the tag's name for it", () => {
		const { window } = runOn(unknownSiteScript("abc"), { dataset: { namespace: "stats" } });
		expect([typeof (window["stats"] as Api)["event"], window["footfall"]]).toEqual([
			"function",
			undefined,
		]);
	});

	it.each([
		["leaves an existing tracker in place", { pageview }, true],
		["replaces a page's stub", { pageview, q: [] }, false],
		["replaces an element of that name", { localName: "div" }, false],
	])("%s", (_what, footfall, isKept) => {
		const { window } = runOn(unknownSiteScript("abc"), { page: { footfall } });
		expect(window["footfall"] === footfall).toBe(isKept);
	});

	it.each(["", ...COMPATIBLE_PRODUCTS])("is syntax of ES2020, for %j", (product) =>
		expect(unknownSiteScript("abc", product)).not.toMatch(/\|\|=|&&=|\?\?=|\.at\(|static|#\w+/),
	);
});

describe("the globals of other products", () => {
	it.each([undefined, "gtag"])("stay as they are where %s was requested", (product) => {
		const { window } = runOn(unknownSiteScript("abc", product));
		expect(["plausible", "umami", "gtag", "dataLayer"].filter((name) => name in window)).toEqual(
			[],
		);
	});

	it("include a plausible that calls back, for earlier calls too", () => {
		const called: string[] = [];
		const call = (name: string) => [name, { callback: () => called.push(name) }] as const;
		const { window } = runOn(unknownSiteScript("abc", "plausible"), {
			page: { plausible: Object.assign(() => {}, { q: [call("Early")] }) },
		});
		const plausible = window["plausible"] as Api[string];
		plausible(...call("Late"));
		plausible("Plain");
		plausible("Odd", { callback: 1 });
		expect(called).toEqual(["Early", "Late"]);
	});

	it("include an umami whose calls resolve", async () => {
		const { window } = runOn(unknownSiteScript("abc", "umami"));
		const umami = window["umami"] as Api;
		expect(await Promise.all([umami["track"]?.("a"), umami["identify"]?.("b")])).toEqual([
			undefined,
			undefined,
		]);
	});

	it.each([
		["plausible", Object.assign(() => {}, { l: true })],
		["umami", { track: () => {} }],
	])("do not replace a %s of its own tracker", (name, there) => {
		const { window } = runOn(unknownSiteScript("abc", name), { page: { [name]: there } });
		expect(window[name]).toBe(there);
	});
});
