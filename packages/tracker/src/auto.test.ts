// @vitest-environment jsdom
import { readSentBody } from "@footfall/testing/browser/sent-body";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Settings } from "./core/config.ts";

// These use only the part of React's hooks that Preact has as well; the examples run in React itself.
vi.mock("react", () => import("preact/hooks"));

let auto: typeof import("./auto.ts");
let requests: { url: string; body: string }[];
let settings: Settings | undefined;
/** The URLs from which settings were requested. */
let asked: string[];
const sent = () => requests.flatMap(({ body }) => readSentBody(body).events);
const views = () => sent().filter(({ type }) => type === "pageview");

// A page has one tracker, so each test gets its own module.
beforeEach(async () => {
	vi.useFakeTimers();
	vi.resetModules();
	localStorage.clear();
	history.replaceState(null, "", "/");
	auto = await import("./auto.ts");
	requests = [];
	asked = [];
	settings = undefined;
	vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
		if (url.includes("/site/tracking-config/")) {
			asked.push(url);
			return settings ? Response.json(settings) : new Response(null, { status: 404 });
		}
		requests.push({ url, body });
		return new Response(null, { status: 204 });
	});
});

afterEach(() => {
	auto.shutdown();
	// Other files share this process: their listeners must not belong to a tracker that has ended.
	vi.resetModules();
	document.body.replaceChildren();
	delete window.footfall;
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

describe("init with defaults", () => {
	it("needs only the site: counts views, and sends them to the page's own origin", async () => {
		auto.init({ siteId: "1" });
		await vi.advanceTimersByTimeAsync(1000);
		history.pushState(null, "", "/second");
		await vi.advanceTimersByTimeAsync(2000);
		expect(views().map(({ site_id, pathname }) => [site_id, pathname])).toEqual([
			["1", "/"],
			["1", "/second"],
		]);
		expect(new Set(requests.map(({ url }) => url))).toEqual(
			new Set([`${location.origin}/api/track`]),
		);
	});

	it("accepts captures and a host instead", async () => {
		auto.init({ siteId: "1", host: "https://stats.example/api", captures: [] });
		auto.event("signup");
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toMatchObject([{ event_name: "signup" }]);
		expect(requests[0]?.url).toBe("https://stats.example/api/track");
	});
});

describe("the site's settings", () => {
	const copied = () => {
		vi.stubGlobal("getSelection", () => "words");
		document.body.dispatchEvent(new Event("copy", { composed: true, bubbles: true }));
	};

	it("decide what is captured, and earlier calls wait for them", async () => {
		settings = { trackCopy: true, trackInitialPageView: true };
		history.replaceState(null, "", "/?secret");
		auto.init({ siteId: "1" });
		auto.event("early");
		await vi.advanceTimersByTimeAsync(1000);
		copied();
		history.pushState(null, "", "/second");
		await vi.advanceTimersByTimeAsync(1000);
		expect(asked).toEqual([`${location.origin}/api/site/tracking-config/1`]);
		expect(sent().map(({ type, querystring }) => [type, querystring])).toEqual([
			["pageview", ""],
			["custom_event", ""],
			["copy", ""],
		]);
	});

	it("are overridden by the page's options, also by the names of captures, which a server component can pass on", async () => {
		settings = { trackCopy: true, trackInitialPageView: true };
		history.replaceState(null, "", "/?shown");
		auto.init({ siteId: "1", trackUrlParams: true });
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent().map(({ querystring }) => querystring)).toEqual(["?shown"]);
		auto.shutdown();
		auto.init({ siteId: "1", captures: ["initialPageview"] });
		await vi.advanceTimersByTimeAsync(1000);
		copied();
		await vi.advanceTimersByTimeAsync(1000);
		expect([asked.length, views().length]).toEqual([1, 2]);
		expect(sent().map(({ type }) => type)).not.toContain("copy");
	});

	it("are not requested before a visitor consents, or if the visitor has opted out", async () => {
		localStorage["disable-footfall"] = "1";
		auto.init({ siteId: "1" });
		await vi.advanceTimersByTimeAsync(1000);
		auto.shutdown();
		localStorage.clear();
		auto.optIn();
		auto.init({ siteId: "1", requireConsent: true });
		await vi.advanceTimersByTimeAsync(1000);
		expect([asked, sent()]).toEqual([[], []]);
		auto.optIn();
		await vi.advanceTimersByTimeAsync(1000);
		expect([asked.length, views().length]).toEqual([1, 1]);
	});

	it("are requested once if a visitor consents twice before they arrive", async () => {
		auto.init({ siteId: "1", requireConsent: true });
		auto.optIn();
		auto.optIn();
		await vi.advanceTimersByTimeAsync(1000);
		expect([asked.length, views().length]).toEqual([1, 1]);
	});

	it("start nothing if they arrive after shutdown", async () => {
		auto.init({ siteId: "1" });
		auto.shutdown();
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toEqual([]);
	});
});

describe("a mounted tracker", () => {
	it("continues when it is unmounted and mounted again immediately, as in strict mode", async () => {
		auto.mountAnalytics({ siteId: "1" })();
		const unmount = auto.mountAnalytics({ siteId: "1" });
		await vi.advanceTimersByTimeAsync(1000);
		expect(views()).toHaveLength(1);
		expect(window.footfall).toBeDefined();
		unmount();
		await vi.advanceTimersByTimeAsync(1000);
		expect(window.footfall).toBeUndefined();
	});

	it("continues until the last of several is unmounted", async () => {
		const unmounts = [1, 2].map(() => auto.mountAnalytics({ siteId: "1" }));
		unmounts[0]?.();
		await vi.advanceTimersByTimeAsync(1000);
		expect(window.footfall).toBeDefined();
		unmounts[1]?.();
		await vi.advanceTimersByTimeAsync(1000);
		expect(window.footfall).toBeUndefined();
	});
});

describe("React's component", () => {
	it("counts while it is mounted, and sends earlier calls of a child's effect after the view", async () => {
		const { Analytics } = await import("./react.ts");
		const { createElement, render } = await import("preact");
		const { useEffect } = await import("preact/hooks");
		const Child = () => {
			useEffect(() => auto.event("from a child"), []);
			return null;
		};
		const app = (note: string) =>
			createElement(
				"main",
				null,
				note,
				createElement(Child, null),
				createElement(Analytics, { siteId: "1" }),
			);
		render(app("one"), document.body);
		await vi.advanceTimersByTimeAsync(1000);
		render(app("two"), document.body);
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent().map(({ type }) => type)).toEqual(["pageview", "custom_event"]);
		render(null, document.body);
		await vi.advanceTimersByTimeAsync(1000);
		expect(window.footfall).toBeUndefined();
	});

	it("provides a hook for handlers, which send the properties of the last render", async () => {
		const { useEvent } = await import("./react.ts");
		const { createElement, render } = await import("preact");
		const handlers = new Set<unknown>();
		const Button = ({ plan }: { plan: string }) => {
			const onClick = useEvent("signup", { plan });
			handlers.add(onClick);
			return createElement("button", { type: "button", onClick });
		};
		auto.init({ siteId: "1", captures: [] });
		for (const plan of ["free", "pro"]) {
			render(createElement(Button, { plan }), document.body);
			await vi.advanceTimersByTimeAsync(100);
		}
		document.querySelector("button")?.click();
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent().map(({ properties }) => properties)).toEqual(['{"plan":"pro"}']);
		expect(handlers.size).toBe(1);
	});
});

describe("Vue's plugin", () => {
	it("counts until the application is unmounted", async () => {
		const { analytics } = await import("./vue.ts");
		const unmounted: (() => void)[] = [];
		analytics.install({ onUnmount: (call) => unmounted.push(call) }, { siteId: "1" });
		await vi.advanceTimersByTimeAsync(1000);
		expect(views()).toHaveLength(1);
		for (const call of unmounted) call();
		await vi.advanceTimersByTimeAsync(1000);
		expect(window.footfall).toBeUndefined();
	});
});

it("Nuxt's module adds a plugin for browsers and public configuration", async () => {
	const { default: analyticsModule } = await import("./nuxt.ts");
	const options = {
		buildDir: "/app/.nuxt",
		plugins: [],
		build: { templates: [] as { filename?: string; getContents?: () => string }[] },
		runtimeConfig: { public: { theme: "dark" } },
	};
	analyticsModule({ siteId: "1", tag: "b" }, { options });
	expect(options.runtimeConfig.public).toEqual({
		theme: "dark",
		footfall: { siteId: "1", tag: "b" },
	});
	const [{ filename, getContents } = {}] = options.build.templates;
	expect(options.plugins).toEqual([{ src: `/app/.nuxt/${filename}`, mode: "client" }]);
	expect(getContents?.()).toContain('from "footfall-tracker/vue"');
});

it("Astro's integration writes its options into a script of every page", async () => {
	const { analyticsOnPages } = await import("./astro.ts");
	const injected: string[] = [];
	analyticsOnPages({ siteId: "1", tag: `"` }).hooks["astro:config:setup"]({
		injectScript: (_stage, code) => injected.push(code),
	});
	expect(injected).toEqual([
		`import { init } from "footfall-tracker/auto"; init({"siteId":"1","tag":"\\""});`,
	]);
});
