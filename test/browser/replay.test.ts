import { defaultConfiguration } from "@footfall/testing/browser/collector";
import type { Tab } from "@footfall/testing/browser/engines/engine";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import type { RecordedEvent } from "footfall-tracker/testing";
import { describe, expect, it } from "vitest";

const recorded = { ...defaultConfiguration, sessionReplay: true };
const isSnapshot = ({ type }: RecordedEvent) => type === 2;
const hasSnapshot = (events: readonly RecordedEvent[]) => events.some(isSnapshot);

inEveryEngine((stage) => {
	const openRecorded = async (path: string) => {
		stage.collector.settings = recorded;
		const page = await stage.open(path);
		await stage.collector.recording(hasSnapshot);
		return page;
	};
	/** Adds a text to the page, and waits until it is in the recording. */
	const say = async (page: Tab, words: string) => {
		await page.evaluate(`void document.body.append(${JSON.stringify(words)})`);
		await stage.collector.recording((events) => JSON.stringify(events).includes(words));
	};
	const said = () => stage.collector.batches.map(({ text }) => text).join("\n");
	const fetched = () => stage.collector.requests.map(({ path }) => path);

	describe("a recording", () => {
		it("contains what is seen, and nothing that is masked", async () => {
			const page = await openRecorded("/replay.html");
			await page.click("#email");
			await page.type("someone@");
			await page.click("#ignored");
			await page.type("disregard");
			await page.click("#password");
			await page.type("hunter2");
			await page.click("#show");
			await page.click("#password");
			await page.type("hunter3");
			await page.evaluate(`{
				note.value = "rewritten note";
				plan.value = "pro";
				secret.firstChild.data = "whispered again";
				secret.title = "whispered anew";
				blocked.append("blocked again");
				host.shadowRoot.querySelector("#veiled").firstChild.data = "veiled again";
				host.shadowRoot.querySelector("#shaded").value = "shaded again";
				const inside = frame.contentDocument;
				inside.querySelector(".rr-mask").firstChild.data = "framed again";
				inside.querySelector("#field").setAttribute("value", "framed anew");
				inside.querySelector("#inside").firstChild.data = "Reframed words";
				host.shadowRoot.querySelector("#shade").firstChild.data = "Reshaded words";
			}`);
			await say(page, "All is said");
			const text = said();
			for (const seen of ["Visible words", "Framed", "Shaded", "Reframed", "Reshaded", "Send it"])
				expect(text).toContain(seen);
			expect(
				text.match(
					/someone@|whispered|blocked (text|again)|drafted|prefilled|hidden token|cleared text|noted text|rewritten|framed (secret|value|again|anew)|veiled (text|again)|shaded (value|again)|disregard|hunter|data:image/g,
				),
			).toBe(null);
		});

		it("is sent compressed, without a preflight, with its page and visitor", async () => {
			const page = await openRecorded("/replay.html");
			await page.evaluate("footfall.identify('ada')");
			await say(page, "Hello");
			const [first, ...more] = stage.collector.batches;
			expect(first).toMatchObject({
				isCompressed: true,
				userId: "",
				metadata: {
					pageUrl: `${stage.pages.origin}/replay.html`,
					viewportWidth: await page.evaluate("innerWidth"),
					viewportHeight: await page.evaluate("innerHeight"),
					language: await page.evaluate("navigator.language"),
				},
			});
			expect(more.at(-1)?.userId).toBe("ada");
			expect(
				stage.collector.requests
					.filter(({ path }) => path.startsWith("/api/session-replay"))
					.map(({ method, headers }) => [method, headers["content-type"], headers.cookie]),
			).toEqual(stage.collector.batches.map(() => ["POST", "text/plain", undefined]));
		});

		it("continues with a snapshot when a user is identified, and with another when cleared", async () => {
			const page = await openRecorded("/replay.html");
			await say(page, "Of nobody");
			await page.evaluate("footfall.identify('ada')");
			await say(page, "Of somebody");
			await page.evaluate("footfall.identify('ada'); footfall.clearUserId()");
			await say(page, "Of nobody again");
			const sessions = new Map<string, RecordedEvent[][]>();
			let user: string | undefined;
			for (const { userId, events } of stage.collector.batches) {
				const parts = sessions.get(userId) ?? [];
				sessions.set(userId, parts);
				if (userId !== user) parts.push([]);
				parts.at(-1)?.push(...events);
				user = userId;
			}
			const beginnings = [...sessions].map(([id, parts]) => [
				id,
				...parts.map((events) =>
					events.map(({ type }) => type).filter((type) => type === 2 || type === 4),
				),
			]);
			expect(beginnings).toEqual([
				["", [4, 2], [4, 2]],
				["ada", [4, 2]],
			]);
			const [ada = []] = sessions.get("ada") ?? [];
			expect(ada.slice(0, 2).map(({ type }) => type)).toEqual([4, 2]);
			expect(JSON.stringify(ada)).toContain("Of somebody");
			expect(JSON.stringify(ada)).not.toContain("Of nobody again");
		});

		it("is delivered when the page is left right after something happened", async () => {
			const page = await openRecorded("/replay.html");
			await page.evaluate(
				"new Promise((done) => { document.body.append('Last words'); setTimeout(done); })",
			);
			await page.goto(`${stage.pages.origin}/plain.html`);
			await stage.collector.recording((events) => JSON.stringify(events).includes("Last words"));
		});

		it("is retried when the server could not take it", async () => {
			stage.collector.refuseBatches({ status: 503 });
			const page = await openRecorded("/replay.html");
			await say(page, "Hello");
			const events = await stage.collector.recording(hasSnapshot);
			expect(events.filter(isSnapshot).length).toBe(1);
		});

		it("stops when the server answers that the site records nothing", async () => {
			stage.collector.batchAnswer = '{"success":true,"message":"Session replay not enabled"}';
			const page = await openRecorded("/replay.html");
			await stage.until(page, "!footfall.isSessionReplayActive()");
			const { length } = stage.collector.batches;
			await page.evaluate("void document.body.append('Unheard')");
			await page.goto(`${stage.pages.origin}/plain.html`);
			expect(stage.collector.batches.length).toBe(length);
		});

		it("pauses while the page is hidden, and resumes with a snapshot", async () => {
			const page = await openRecorded("/replay.html");
			await page.hide();
			await stage.until(page, "document.hidden");
			await page.evaluate("void document.body.append('Unseen')");
			await page.show();
			const events = await stage.collector.recording((all) => all.filter(isSnapshot).length === 2);
			const changes = events.filter(({ type }) => type === 3);
			expect(JSON.stringify(changes)).not.toContain("Unseen");
		});
	});

	describe("a site that excludes content from recordings", () => {
		it("can disable recording, and no visitor downloads the recorder", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackCopy: true };
			const page = await open("/replay.html");
			await page.evaluate("footfall.startSessionReplay()");
			await settle(page);
			expect(await page.evaluate("footfall.isSessionReplayActive()")).toBe(false);
			expect(fetched()).not.toContain("/api/replay.js");
		});

		it("can exclude paths, even if the page renders before the URL changes", async () => {
			const page = await openRecorded("/replay-paths.html");
			await page.evaluate(
				"new Promise((done) => { words.textContent = 'Drawn too early'; setTimeout(done); })",
			);
			await page.evaluate(`{
				history.pushState(null, "", "/private/letters?from=afar");
				words.textContent = "Read in private";
			}`);
			await page.evaluate("new Promise((done) => setTimeout(done))");
			await page.evaluate(`{
				history.pushState(null, "", "/public");
				words.textContent = "Read in public";
			}`);
			const events = await stage.collector.recording((all) => all.filter(isSnapshot).length === 2);
			expect(said()).not.toMatch(/too early|private|afar/);
			expect(JSON.stringify(events.filter(isSnapshot)[1])).toContain("Read in public");
		});

		it("can have masked paths recorded as their pattern, in links too", async () => {
			const page = await openRecorded("/replay-paths.html");
			await page.evaluate(
				"history.pushState(null, '', '/users/7?token=8'); document.querySelector('a').href = '#there'",
			);
			await say(page, "Hello");
			const { origin } = stage.pages;
			expect(stage.collector.batches.at(-1)?.metadata.pageUrl).toBe(`${origin}/users/*`);
			expect(said()).toContain(`${origin}/users/*#there`);
			expect(said()).not.toMatch(/users\/7|token/);
		});
	});

	describe("sampling of visits", () => {
		const meet = (chance: number) => {
			stage.pages.before = `Math.random = () => ${chance};`;
		};

		it("records the share that the tag sets, each visit whole or not at all", async () => {
			const { collector, open, pages, settle } = stage;
			collector.settings = recorded;
			meet(0.51);
			const page = await open("/replay-half.html");
			await settle(page);
			meet(0.49);
			await page.goto(`${pages.origin}/replay-half.html`);
			await settle(page);
			expect(fetched()).not.toContain("/api/replay.js");
		});

		it("keeps recording a sampled visit on later pages", async () => {
			const { collector, pages } = stage;
			meet(0.49);
			const page = await openRecorded("/replay-half.html");
			meet(0.51);
			await page.goto(`${pages.origin}/replay-half.html`);
			await collector.recording((events) => events.filter(isSnapshot).length === 2);
		});

		it("records a visit from when the page starts recording until it stops it", async () => {
			const { collector, open, pages, settle, until } = stage;
			collector.settings = recorded;
			meet(0.51);
			const page = await open("/replay-half.html");
			await page.evaluate("footfall.startSessionReplay()");
			await collector.recording(hasSnapshot);
			await until(page, "footfall.isSessionReplayActive()");
			await page.goto(`${pages.origin}/replay-half.html`);
			await collector.recording((events) => events.filter(isSnapshot).length === 2);
			await page.evaluate("document.body.append('Until here'), footfall.stopSessionReplay()");
			await until(page, "!footfall.isSessionReplayActive()");
			await page.goto(`${pages.origin}/replay-half.html`);
			await settle(page);
			expect(fetched().filter((path) => path === "/api/replay.js").length).toBe(2);
		});

		it("records no visitor who has opted out", async () => {
			const { collector, open, settle } = stage;
			collector.settings = recorded;
			stage.pages.before = "localStorage['disable-footfall'] = ''";
			const page = await open("/replay.html");
			await page.evaluate("footfall.startSessionReplay()");
			stage.pages.before = "delete localStorage['disable-footfall']";
			collector.settings = defaultConfiguration;
			await page.goto(`${stage.pages.origin}/tag.html`);
			await settle(page);
			expect(fetched()).not.toContain("/api/replay.js");
		});
	});
});
