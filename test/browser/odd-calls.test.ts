import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { stubOfManual } from "@footfall/testing/browser/stub-of-manual";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	/** Makes each call separately; none may throw. Resolves to the number of warnings on the console. */
	const make = async (calls: readonly string[]) => {
		const page = await stage.open("/tag.html");
		await page.evaluate(`{
			hints = 0;
			console.warn = (text) => { if (text.startsWith("footfall: ")) hints++; };
			threw = [];
			for (const call of ${JSON.stringify(calls)})
				try { new Function(call)(); } catch (fault) { threw.push(call + ": " + fault); }
		}`);
		expect(await page.evaluate("threw")).toEqual([]);
		await stage.settle(page);
		return page.evaluate<number>("hints");
	};
	const sent = () =>
		stage.collector.events
			.filter(({ event_name, type }) => event_name !== "sentinel" && type !== "pageview")
			.map(({ event_name, properties }) => [event_name, properties && JSON.parse(properties)]);
	describe("events", () => {
		it("are sent with their names as text, and with all properties that can be serialized", async () => {
			const hints = await make([
				"footfall.event(404)",
				"footfall.event('null', null)",
				"footfall.event('list', [1, 2])",
				"footfall.event('text', 'words')",
				"footfall.event('function', () => {})",
				"const circular = { plan: 'pro' }; circular.self = circular; footfall.event('circular', circular)",
				"footfall.event('big', { plan: 'pro', big: 1n })",
				"footfall.event('getter', { plan: 'pro', get price() { throw new Error('sold out') } })",
				"footfall.event('huge', { text: 'x'.repeat(1e6), plan: 'pro' })",
				"footfall.event('dated', { at: new Date(0), left: undefined, call() {} })",
			]);
			expect(sent()).toEqual([
				["404", undefined],
				["null", undefined],
				["list", undefined],
				["text", undefined],
				["function", undefined],
				["circular", { plan: "pro" }],
				["big", { plan: "pro" }],
				["getter", { plan: "pro" }],
				["huge", { plan: "pro" }],
				["dated", { at: "1970-01-01T00:00:00.000Z" }],
			]);
			expect(hints).toBe(7);
		});

		it("have large properties where the site has event schemas", async () => {
			stage.collector.settings = { ...defaultConfiguration, largeProperties: true };
			await make([
				"for (const letter of 'abc') footfall.event(letter, { text: letter.repeat(30_000) })",
				"footfall.event('huge', { text: 'x'.repeat(33_000), plan: 'pro' })",
			]);
			expect(sent()).toEqual([
				...[..."abc"].map((letter) => [letter, { text: letter.repeat(30_000) }]),
				["huge", { plan: "pro" }],
			]);
		});

		it("without a name are not sent, which the console reports", async () => {
			const names = ["", "undefined", "null", "''", "{}", "[]", "Symbol()", "() => {}"];
			expect(await make(names.map((name) => `footfall.event(${name})`))).toBe(names.length);
			expect(sent()).toEqual([]);
		});
	});

	describe("the other calls", () => {
		it("send valid arguments", async () => {
			const hints = await make([
				"footfall.trackOutbound('/rel')",
				"footfall.trackOutbound(new URL('https://example.com/'), null, 7)",
				"footfall.error('words')",
				"footfall.error(Symbol('sign'), { order: 7 })",
				"footfall.error({ get message() { throw new Error() } })",
				"footfall.error(new RangeError('far'), { get order() { throw new Error() } })",
				"footfall.error(null)",
			]);
			const origin = stage.pages.origin;
			const stack = expect.any(String);
			expect(sent()).toEqual([
				["", { url: `${origin}/rel`, text: "", target: "_self" }],
				["", { url: "https://example.com/", text: "", target: "7" }],
				["Error", { message: "words" }],
				["Error", { message: "Symbol(sign)", order: 7 }],
				["Error", { message: "unreadable object" }],
				["RangeError", { message: "far", stack }],
				["Error", { message: "null" }],
			]);
			expect(hints).toBe(1);
		});

		it("ignore invalid arguments, and later calls are still made", async () => {
			const calls = [
				"footfall.trackOutbound()",
				"footfall.trackOutbound('https://')",
				"footfall.trackOutbound({})",
				"footfall.onReady()",
				"footfall.onReady(() => { throw new Error('of the page') })",
			];
			expect(await make(calls)).toBe(calls.length);
			expect(sent()).toEqual([]);
		});

		it("may be made early: a call that fails does not affect the others", async () => {
			stage.pages.before = `footfall = { q: [["onReady"], ["event"], ["event", 404], ["error"], ["event", "last"]] }`;
			await make([]);
			expect(sent()).toEqual([
				["404", undefined],
				["Error", { message: "undefined" }],
				["last", undefined],
			]);
		});
	});

	describe("the manual's stub", () => {
		it("queues every call until the script is loaded, and none is lost or reordered", async () => {
			const stub = await stubOfManual();
			stage.pages.before = `${stub} footfall.identify("ada"); footfall.event("first", { nth: 1 });
				footfall.onReady(({ event }) => event("ready")); footfall.no(); footfall.event("second");`;
			const page = await stage.open("/tag.html");
			await stage.settle(page);
			const custom = stage.collector.events.filter(({ type }) => type === "custom_event");
			expect(custom.map(({ event_name, user_id }) => [event_name, user_id])).toEqual(
				["first", "ready", "second", "sentinel"].map((name) => [name, "ada"]),
			);
		});

		it("can be awaited, as the script itself can", async () => {
			stage.pages.before = `${await stubOfManual()} footfall.event("first");
				(async () => { awaited = await footfall; awaited.event("second"); })();`;
			const page = await stage.open("/tag.html");
			await page.evaluate("(async () => { (await footfall).event('third'); })()");
			await stage.settle(page);
			expect(sent()).toEqual(["first", "second", "third"].map((name) => [name, undefined]));
		});

		it("leaves a script alone that was loaded first", async () => {
			const stub = await stubOfManual();
			const page = await stage.open("/tag.html");
			await page.evaluate(`${stub} footfall.event("direct")`);
			await stage.settle(page);
			await stage.collector.event(({ event_name }) => event_name === "direct");
		});
	});

	describe("a user", () => {
		it("is never shared: visitors without an id stay separate", async () => {
			const nobody = [
				"",
				"undefined",
				"null",
				"''",
				"' '",
				"NaN",
				"{}",
				"true",
				"'undefined'",
				"String({})",
			];
			stage.pages.before = "localStorage.setItem('footfall-user-id', 'undefined')";
			expect(await make(nobody.map((id) => `footfall.identify(${id})`))).toBe(nobody.length);
			expect(stage.collector.identifies).toEqual([]);
			expect(stage.collector.events.map(({ user_id }) => user_id)).toEqual([undefined, undefined]);
		});

		it("keeps its id and the traits that can be serialized", async () => {
			const hints = await make([
				"footfall.identify('ada', { plan: 'pro', get price() { throw new Error() } })",
				"footfall.identify()",
				"footfall.setTraits(null)",
				"footfall.setTraits('words')",
				"footfall.setTraits({ seats: 3, big: 1n })",
			]);
			const { collector } = stage;
			await collector.identify(() => collector.identifies.length === 2);
			expect(
				collector.identifies
					.toSorted((one, other) => one.timestamp - other.timestamp)
					.map(({ user_id, traits }) => [user_id, traits]),
			).toEqual([
				["ada", { plan: "pro" }],
				["ada", { seats: 3 }],
			]);
			expect(hints).toBe(4);
		});
	});
});
