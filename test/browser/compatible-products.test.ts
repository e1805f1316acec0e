import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

/** The stubs that these products tell sites to put beside their tags. */
const snippets = {
	plausible: `window.plausible = window.plausible || function() { (window.plausible.q = window.plausible.q || []).push(arguments) }`,
	newerPlausible: `window.plausible=window.plausible||function(){(plausible.q=plausible.q||[]).push(arguments)},plausible.init=plausible.init||function(i){plausible.o=i||{}};
		plausible.init()`,
	gtag: `window.dataLayer = window.dataLayer || [];
		function gtag(){dataLayer.push(arguments);}
		gtag('js', new Date());
		gtag('config', 'G-0000000000');`,
};

inEveryEngine((stage) => {
	/** The custom events so far, in order, with their properties. */
	const events = () =>
		stage.collector.events
			.filter(({ type, event_name }) => type === "custom_event" && event_name !== "sentinel")
			.map(({ event_name, properties }) => [event_name, JSON.parse(properties ?? "{}")]);

	const views = () => stage.collector.story().filter((line) => line.startsWith("pageview"));
	const propertiesOf = (type: string) =>
		stage.collector.events
			.filter((event) => event.type === type)
			.map(({ properties }) => JSON.parse(properties ?? "{}"));
	/** Everything that was ever sent. Requests for scripts and settings do not carry the page's URL. */
	const sent = () =>
		[
			...stage.collector.requests.map(({ path, body }) => path + body),
			...stage.collector.batches.map(({ text }) => text),
		].join("\n");
	/** What no request may contain: the name and the token in the page's URL. */
	const PRIVATE = /lovelace|s3cret/i;
	const PLACE = "/person/lovelace?token=s3cret";

	describe("a page made for Plausible", () => {
		it("needs only another URL in its tag", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `${snippets.plausible}; plausible("Early", { props: { plan: "pro" } })`;
			const page = await open("/plausible-tag.html");
			await page.evaluate(`addEventListener("submit", (submit) => submit.preventDefault())`);
			await collector.event(({ event_name }) => event_name === "Early");
			for (const button of ["b", "#dashes", "#other", "#send"]) await page.click(button);
			await page.evaluate(
				`plausible("Order", { props: { size: "L" }, revenue: { currency: "EUR", amount: 9.5 } });
				plausible("pageview");
				new Promise((callback) => plausible("Called back", { callback }))`,
			);
			await settle(page);
			expect(events()).toEqual([
				["Early", { plan: "pro" }],
				["Sign up", { place: "top bar" }],
				["Dashes", {}],
				["Contact", {}],
				["Order", { size: "L", currency: "EUR", amount: 9.5 }],
				["Called back", {}],
			]);
			expect(collector.story().filter((line) => line.startsWith("pageview"))).toEqual([
				"pageview /plausible-tag.html",
				"pageview /plausible-tag.html",
			]);
		});

		it("may use the newer snippet, before the script and after it", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `${snippets.newerPlausible}; plausible("Before")`;
			const page = await open("/plausible-tag.html");
			await collector.event(({ event_name }) => event_name === "Before");
			await page.evaluate(`${snippets.newerPlausible}; plausible("After")`);
			await settle(page);
			expect(events()).toEqual([
				["Before", {}],
				["After", {}],
			]);
		});

		it("is reported under the URL that it sets, and under no other", async () => {
			const { collector, open, pages, settle } = stage;
			collector.settings = {
				...defaultConfiguration,
				trackErrors: true,
				trackFormInteractions: true,
				sessionReplay: true,
			};
			pages.before = `history.replaceState(null, "", ${JSON.stringify(PLACE)})`;
			const page = await open("/plausible-own.html");
			await page.evaluate(`addEventListener("submit", (submit) => submit.preventDefault())`);
			await page.click("#send");
			await settle(page);
			// Nothing of a page is sent before its view, except what it sends itself: here the test's sentinel.
			expect(collector.story()).toEqual([]);
			collector.requests.length = 0;
			const u = "https://example.com/person/_?ref=mail";
			await page.evaluate(
				`plausible("pageview", { u: ${JSON.stringify(u)}, props: { plan: "pro" } });
				plausible("Late", { interactive: false });
				plausible("Elsewhere", { url: "/other?a=1", props: { size: "L" } })`,
			);
			await page.click("button");
			await page.click("#send");
			await page.evaluate(
				`dispatchEvent(new ErrorEvent("error", { error: new Error(location.href) }))`,
			);
			expect(
				await page.evaluate(`new Promise((callback) => plausible("Called", { callback }))`),
			).toEqual({ status: 202 });
			await page.evaluate(
				`history.pushState(null, "", "/person/lovelace/next?token=s3cret");
				plausible("pageview", { u: "/person/_/next" })`,
			);
			await settle(page);
			await page.goto(`${pages.origin}/plain.html`);
			await collector.event(
				({ type, pathname }) => type === "engagement" && pathname === "/person/_/next",
			);
			expect(collector.story()).toEqual([
				"pageview /person/_?ref=mail",
				"custom_event Late /person/_?ref=mail",
				"custom_event Elsewhere /other?a=1",
				"custom_event Purchase /person/_?ref=mail",
				"form_submit /person/_?ref=mail",
				"error Error /person/_?ref=mail",
				"custom_event Called /person/_?ref=mail",
				"pageview /person/_/next",
			]);
			expect(propertiesOf("pageview")).toEqual([
				{ author: "Grace", kind: "post", plan: "pro" },
				{ author: "Grace", kind: "post" },
			]);
			expect(events().slice(1, 3)).toEqual([
				["Elsewhere", { author: "Grace", kind: "post", size: "L" }],
				["Purchase", { author: "Grace", kind: "post", amount: "10.29", currency: "EUR" }],
			]);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it("may have options: properties of all events, and a function that transforms what is sent", async () => {
			const { collector, open, pages, settle } = stage;
			collector.settings = { ...defaultConfiguration, sessionReplay: true };
			pages.before = `options = {
				customProperties: (name) => ({ of: name }),
				transformRequest: (payload) => {
					if (payload.n === "Dropped") return null;
					if (payload.n === "Renamed") payload.n = "New name";
					payload.u = payload.u.replace(/person\\/[^/?]+/, "person/x").split("?")[0];
					return payload;
				},
			}; history.replaceState(null, "", ${JSON.stringify(PLACE)})`;
			const page = await open("/plausible-options.html");
			await collector.event(({ type }) => type === "pageview");
			await collector.recording((recorded) => recorded.some(({ type }) => type === 2));
			await page.evaluate(`plausible("Dropped"); plausible("Renamed", { props: { of: "call" } })`);
			await page.evaluate(
				`history.pushState(null, "", "/person/lovelace/next?token=s3cret"); plausible("pageview")`,
			);
			await settle(page);
			expect(views()).toEqual(["pageview /person/x", "pageview /person/x/next"]);
			expect(propertiesOf("pageview")[0]).toEqual({ of: "pageview" });
			expect(events()).toEqual([["New name", { of: "call" }]]);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it("counts its views itself if its options say so, and is recorded from the first one on", async () => {
			const { collector, open, pages, settle } = stage;
			collector.settings = { ...defaultConfiguration, sessionReplay: true };
			pages.before = `options = { autoCapturePageviews: false };
				history.replaceState(null, "", ${JSON.stringify(PLACE)})`;
			const page = await open("/plausible-options.html");
			await page.evaluate(`plausible("Own", { u: "/person/_" })`);
			await collector.event(({ event_name }) => event_name === "Own");
			expect(views()).toEqual([]);
			await page.evaluate(`plausible("pageview", { url: location.origin + "/person/_" })`);
			await collector.recording((recorded) => recorded.some(({ type }) => type === 2));
			await settle(page);
			expect(views()).toEqual(["pageview /person/_"]);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it("may have a tag that hides paths, in addition to what its calls set", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `history.replaceState(null, "", ${JSON.stringify(PLACE)})`;
			const page = await open("/plausible-masked.html");
			await collector.event(({ type }) => type === "pageview");
			await page.evaluate(`plausible("Named", { u: "/named?a=1" }); plausible("After")`);
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /person/*",
				"custom_event Named /named?a=1",
				"custom_event After /person/*",
			]);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it("is not counted for a visitor who has opted out of Plausible", async () => {
			const { collector, open, pages } = stage;
			pages.before = "localStorage.plausible_ignore = 'true'";
			const page = await open("/plausible-tag.html");
			await page.evaluate(`new Promise((callback) => plausible("Called", { callback }))`);
			await page.goto(`${pages.origin}/plain.html`);
			await page.evaluate(`fetch("${collector.origin}/fence").then(() => {})`);
			expect(collector.requests.filter(({ path }) => path === "/api/track")).toEqual([]);
		});

		it("keeps Plausible's own tracker if it is already loaded", async () => {
			const { open, pages, settle } = stage;
			pages.before = "theirs = plausible = Object.assign(() => {}, { l: true })";
			const page = await open("/plausible-tag.html");
			await page.click("#dashes");
			await settle(page);
			expect(await page.evaluate("plausible === theirs")).toBe(true);
			expect(events()).toEqual([]);
		});
	});

	describe("a page made for Umami", () => {
		it("needs only another URL in its tag", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/umami-tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.click("b");
			await page.evaluate(
				`umami.track("signup").then(() => umami.track("purchase", { price: 29.99 }));
				umami.track((props) => ({ ...props, name: "made", data: { path: new URL(props.url).pathname } }));
				umami.track(() => undefined);
				umami.track()`,
			);
			await page.evaluate(
				`umami.identify("ada", { plan: "pro" }).then(() => umami.identify({ seats: 3 }))`,
			);
			await settle(page);
			expect(events()).toEqual([
				["Signup button", { plan: "pro", id: "123" }],
				["signup", {}],
				["made", { path: "/umami-tag.html" }],
				["purchase", { price: 29.99 }],
			]);
			expect(collector.story().filter((line) => line.startsWith("pageview"))).toHaveLength(2);
			for (const traits of [{ plan: "pro" }, { seats: 3 }]) {
				const { user_id } = await collector.identify(
					(identify) => JSON.stringify(identify.traits) === JSON.stringify(traits),
				);
				expect(user_id).toBe("ada");
			}
		});
	});

	describe("a page made for Umami that controls what is sent", () => {
		it("is reported under the URL that its calls set", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `history.replaceState(null, "", ${JSON.stringify(`${PLACE}#/deep`)})`;
			const page = await open("/umami-quiet.html");
			await page.click("button");
			await page.evaluate(
				`umami.track({ website: "w", url: "/person/_", title: "Somebody", referrer: "https://example.org/", data: { plan: "pro" } })
					.then(() => umami.track((props) => ({ ...props, name: "named", url: "/named?q=1", tag: "blue" })))
					.then(() => umami.track("after", { a: 1 }))
					.then(() => umami.track({ name: "object", url: "https://example.com/object" }))`,
			);
			await settle(page);
			await page.goto(`${pages.origin}/plain.html`);
			await collector.event(({ type }) => type === "engagement");
			expect(collector.story()).toEqual([
				"pageview /person/_",
				"custom_event named /named",
				"custom_event after /person/_",
				"custom_event object /object",
			]);
			expect(propertiesOf("pageview")).toEqual([{ plan: "pro" }]);
			expect(collector.events.slice(0, 2)).toMatchObject([
				{ page_title: "Somebody", referrer: "https://example.org/" },
				{ tag: "blue" },
			]);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it("can pass everything through a function before it is sent", async () => {
			const { collector, open, pages, settle } = stage;
			collector.settings = { ...defaultConfiguration, sessionReplay: true };
			pages.before = `history.replaceState(null, "", ${JSON.stringify(PLACE)})`;
			const page = await open("/umami-options.html");
			await collector.event(({ type }) => type === "pageview");
			await collector.recording((recorded) => recorded.some(({ type }) => type === 2));
			await page.click("button");
			await page.evaluate(
				`umami.track("dropped"); umami.identify("u1", { plan: "pro" });
				umami.track({ name: "own", url: "/person/lovelace/own?token=s3cret" });
				history.pushState(null, "", "/person/lovelace/next?token=s3cret")`,
			);
			await settle(page);
			await collector.identify(({ user_id }) => user_id === "u1");
			expect(collector.story()).toEqual([
				"pageview /person/x",
				"custom_event Signup button /person/x",
				"custom_event own /person/x/own",
				"pageview /person/x/next",
			]);
			expect(collector.events.every(({ tag }) => tag === "b")).toBe(true);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it.each(["/umami-elsewhere.html", "/umami-quiet.html"])(
			"sends nothing on a host that it does not list, or if the visitor objects: %s",
			async (path) => {
				const { collector, open, pages } = stage;
				pages.before = `Object.defineProperty(Navigator.prototype, "doNotTrack", { get: () => "1", configurable: true })`;
				const page = await open(path);
				expect(await page.evaluate(`umami.track("no").then(() => "done")`)).toBe("done");
				await page.goto(`${pages.origin}/plain.html`);
				await page.evaluate(`fetch("${collector.origin}/fence").then(() => {})`);
				expect(collector.requests.filter((request) => request.path === "/api/track")).toEqual([]);
			},
		);

		it("sends nothing while the function that it names is missing", async () => {
			const { collector, open, pages } = stage;
			pages.before = `hidePerson = "hidden"`;
			const page = await open("/umami-options.html");
			await page.evaluate(`umami.track("no")`);
			await page.goto(`${pages.origin}/plain.html`);
			await page.evaluate(`fetch("${collector.origin}/fence").then(() => {})`);
			expect(collector.requests.filter(({ path }) => path === "/api/track")).toEqual([]);
		});
	});

	describe("a page made for Google Analytics", () => {
		it("is reported under the URL that it sets", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `parameters = { page_location: "https://example.com/person/_", page_title: "Somebody" };
				history.replaceState(null, "", ${JSON.stringify(PLACE)})`;
			const page = await open("/gtag-own.html");
			await collector.event(({ type }) => type === "pageview");
			await page.evaluate(
				`gtag("event", "named", { page_location: "https://example.com/named", size: "L" }); gtag("event", "after")`,
			);
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /person/_",
				"custom_event named /named",
				"custom_event after /person/_",
			]);
			expect(events()[0]).toEqual(["named", { size: "L" }]);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it("counts its views itself if it is configured so", async () => {
			const { open, pages, settle } = stage;
			pages.before = `parameters = { send_page_view: false };
				history.replaceState(null, "", ${JSON.stringify(PLACE)})`;
			const page = await open("/gtag-own.html");
			await page.evaluate(
				`gtag("event", "page_view", { page_location: location.origin + "/person/_", plan: "pro" })`,
			);
			await settle(page);
			expect(views()).toEqual(["pageview /person/_"]);
			expect(propertiesOf("pageview")).toEqual([{ plan: "pro" }]);
			expect(sent()).not.toMatch(PRIVATE);
		});

		it("needs only another URL in its tag", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `${snippets.gtag} gtag("event", "early", { method: "Google" })`;
			const page = await open("/gtag-tag.html");
			await collector.event(({ event_name }) => event_name === "early");
			await page.evaluate(
				`gtag("event", "purchase", { value: 30.03, items: [{ item_id: "a" }] });
				gtag("event", "page_view");
				gtag("set", { user_id: "ada" });
				gtag("set", "user_properties", { plan: "pro" });
				gtag("consent", "update", { ad_storage: "granted" });
				dataLayer.push({ event: "add_to_cart", size: "L" }, { event: "gtm.js" }, { plan: "pro" }, null);
				new Promise((event_callback) => gtag("event", "last", { event_callback }))`,
			);
			await settle(page);
			expect(events()).toEqual([
				["early", { method: "Google" }],
				["purchase", { value: 30.03, items: [{ item_id: "a" }] }],
				["add_to_cart", { size: "L" }],
				["last", {}],
			]);
			expect(collector.story().filter((line) => line.startsWith("pageview"))).toHaveLength(2);
			await collector.identify(({ traits }) => traits?.["plan"] === "pro");
		});
	});
});
