import {
	type Collector,
	defaultConfiguration,
	startCollector,
} from "@footfall/testing/browser/collector";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { differentPixels } from "@footfall/testing/browser/different-pixels";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type PageServer, servePages } from "@footfall/testing/browser/page-server";
import { openPlayer } from "@footfall/testing/browser/replay-player";
import type { RecordedEvent } from "footfall-tracker/testing";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, it } from "vitest";

const viewport = { width: 800, height: 600 };

const isSnapshot = ({ type }: RecordedEvent) => type === 2;
const isScrolled = (event: RecordedEvent) =>
	event.type === 3 && event.data.source === 3 && JSON.stringify(event.data).includes('"y":200');

describeInChromium("a recorded page", () => {
	let browser: Browser;
	let collector: Collector;
	let pages: PageServer;

	beforeEach(async () => {
		moments = [];
		browser = await launchChromium();
		collector = await startCollector();
		pages = await servePages(collector.origin);
	});
	afterEach(async () => {
		await browser?.close();
		await pages?.close();
		await collector?.close();
	});

	let moments: { at: number; picture: Buffer }[];
	/** Stores what the page looks like now, once all of it is recorded. */
	const remember = async (page: Page) => {
		const at = await page.evaluate(() => Date.now());
		moments.push({ at, picture: await page.screenshot() });
		await page.evaluate((mark) => document.body.setAttribute("data-mark", mark), `mark ${at}`);
		await collector.recording((events) => JSON.stringify(events).includes(`mark ${at}`));
	};

	it("looks the same in a player at every moment, frames and shadow trees included", async () => {
		collector.settings = { ...defaultConfiguration, sessionReplay: true };
		const page = await browser.newPage({ viewport });
		await page.goto(`${pages.origin}/replay-play.html`);
		await collector.recording((events) => events.some(isSnapshot));
		await remember(page);

		await page.fill("#field", "after");
		await page.evaluate(() => {
			document.querySelector(".box")?.classList.add("warm");
			const shade = document.querySelector("#host")?.shadowRoot?.querySelector("p");
			if (shade) shade.textContent = "Words in another shade";
			const inner = document.querySelector("iframe")?.contentDocument;
			if (!inner) throw new Error("no frame");
			inner.body.style.background = "#cdeac0";
			inner.body.append("More framed words");
			(document.activeElement as HTMLElement).blur();
		});
		await remember(page);

		await page.evaluate(() => {
			history.pushState(null, "", "/elsewhere");
			const more = document.createElement("h1");
			more.textContent = "Another view";
			document.querySelector("#list")?.replaceWith(more, document.createElement("hr"));
			document.body.style.background = "#cdeac0";
			document.body.style.minHeight = "1500px";
			window.scrollTo(0, 200);
		});
		// The page may scroll at once, but its recorder is notified only with the next frame.
		await collector.recording((events) => events.some(isScrolled));
		await remember(page);

		// Recorded again, and so from a new snapshot.
		await page.evaluate(() => window.footfall?.stopSessionReplay());
		await page.waitForFunction(() => !window.footfall?.isSessionReplayActive());
		await page.evaluate(() => window.footfall?.startSessionReplay());
		await collector.recording((all) => all.filter(isSnapshot).length === 2);
		await page.evaluate(() => {
			document.body.style.background = "#7a1f5c";
		});
		await remember(page);

		const player = await openPlayer(browser, await collector.recording(() => true), viewport);
		const [first, ...later] = moments;
		for (const { picture } of later)
			expect(await differentPixels(page, first?.picture as Buffer, picture)).toBeGreaterThan(0.05);
		for (const { at, picture } of moments) await player.lookLike(at, picture);
	});
});
