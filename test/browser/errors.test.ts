import type { ClientEvent, ClientEventType } from "@footfall/shared/event";
import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const ofType = (type: ClientEventType) => (event: ClientEvent) => event.type === type;
	const errors = (): unknown[] =>
		stage.collector.events
			.filter(ofType("error"))
			.map(({ properties }) => JSON.parse(properties ?? "null"));
	/** The page's own code, whose errors have the page's URL. */
	const openWith = (code: string) => {
		stage.collector.settings = { ...defaultConfiguration, trackErrors: true };
		stage.pages.before = code;
		return stage.open("/captures.html");
	};
	const place = () => expect.stringContaining(`${stage.pages.origin}/captures.html`);

	describe("errors", () => {
		it("are reported once, with a count of the repetitions", async () => {
			const { collector, pages, settle, until } = stage;
			const page = await openWith("");
			await page.evaluate(
				"const tag = document.createElement('script'); tag.src = '/throwing.js'; tag.onload = () => setTimeout(() => { thrown = true }); document.head.append(tag); undefined",
			);
			await until(page, "window.thrown");
			await settle(page);
			expect(errors()).toEqual([
				{
					message: "five times",
					stack: expect.stringContaining(`${pages.origin}/throwing.js:3`),
					fileName: `${pages.origin}/throwing.js`,
					lineNumber: 3,
					columnNumber: expect.any(Number),
				},
			]);
			expect(collector.events.find(ofType("error"))?.event_name).toBe("TypeError");
			await page.goto(`${pages.origin}/plain.html`);
			await collector.event(({ properties }) => properties === '{"suppressed":4,"foreign":0}');
		});

		it("include rejections, of errors and of anything else", async () => {
			const page = await openWith(
				"fail = () => { Promise.reject(new RangeError('too far')); Promise.reject('just words'); };",
			);
			await page.evaluate("fail()");
			await stage.settle(page);
			expect(errors()).toEqual([{ message: "too far", stack: place() }, { message: "just words" }]);
		});

		it("include rejections with values that can hardly be read", async () => {
			const page = await openWith(`fail = () => {
				Promise.reject(Symbol("sign"));
				Promise.reject({ get message() { throw new Error("of a getter"); } });
				Promise.reject(Object.create(null));
				Promise.reject();
			};`);
			await page.evaluate("fail()");
			await stage.settle(page);
			expect(errors()).toEqual([
				{ message: "Symbol(sign)" },
				{ message: "unreadable object" },
				{ message: "undefined" },
			]);
		});

		it("of the site's bundle on another host are reported if the site lists that host", async () => {
			const { collector, open, settle } = stage;
			collector.settings = {
				...defaultConfiguration,
				trackErrors: true,
				errorHosts: [new URL(collector.origin).hostname],
			};
			collector.scripts.set(
				"/bundle.js",
				"setTimeout(() => { bundled = true; }, 10); throw new Error('ours, elsewhere');",
			);
			const page = await open("/captures.html");
			await page.evaluate(
				`const tag = document.createElement("script"); tag.crossOrigin = "anonymous"; tag.src = "${collector.origin}/bundle.js"; document.head.append(tag); undefined`,
			);
			await stage.until(page, "window.bundled");
			await settle(page);
			expect(errors()).toMatchObject([
				{ message: "ours, elsewhere", fileName: `${collector.origin}/bundle.js` },
			]);
		});

		it("of other origins and of extensions, and opaque ones, are only counted; ResizeObserver noise is not", async () => {
			const { collector, pages, settle } = stage;
			collector.scripts.set("/elsewhere.js", "setTimeout(() => { throw new Error('not ours') })");
			const page = await openWith(`fail = () => {
				const fault = new Error("in an extension");
				fault.stack = "Error: in an extension\\n    at chrome-extension://abcdef/content.js:1:1";
				Promise.reject(fault);
				dispatchEvent(new ErrorEvent("error", { message: "ResizeObserver loop limit exceeded" }));
				const image = new Image();
				image.src = "/throwing.js";
				document.body.append(image);
				return new Promise((done) => { image.onerror = () => done(); });
			};`);
			await page.evaluate("fail()");
			await settle(page);
			expect(errors()).toEqual([]);
			await page.goto(`${pages.origin}/plain.html`);
			await collector.event(({ properties }) => properties === '{"suppressed":0,"foreign":2}');
		});

		it("are at most ten to a page", async () => {
			const page = await openWith(
				"fail = () => { for (let i = 0; i < 15; i++) Promise.reject(new Error('number ' + i)); };",
			);
			await page.evaluate("fail()");
			await stage.settle(page);
			expect(errors()).toHaveLength(10);
		});

		it("have the release that the tag names", async () => {
			const page = await stage.open("/released.html");
			await page.evaluate("fail()");
			const { release, event_name } = await stage.collector.event(ofType("error"));
			expect([release, event_name]).toEqual(["1.4.2", "RangeError"]);
			const view = await stage.collector.event(ofType("pageview"));
			expect(view.release).toBe("1.4.2");
		});

		it("that the page caught itself are reported when it asks for it, with its properties", async () => {
			stage.pages.before =
				"tell = () => { footfall.error(new SyntaxError('caught'), { order: 7 }); };";
			const page = await stage.open("/captures.html");
			await page.evaluate("tell()");
			await stage.collector.event(ofType("error"));
			expect(errors()).toEqual([{ order: 7, message: "caught", stack: place() }]);
		});
	});
});
