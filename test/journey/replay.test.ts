import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type PageServer, servePages } from "@footfall/testing/browser/page-server";
import { openPlayer } from "@footfall/testing/browser/replay-player";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/beacon";
import { changeSettings } from "@footfall/testing/product/change-settings";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import type { RecordedEvent } from "footfall-tracker/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

// A screen of 800 by 600 would be taken for a bot's.
const viewport = { width: 900, height: 640 };

interface ReplayRow {
	session_id: string;
	page_url: string;
	start_time: string;
	event_count: number;
	browser: string;
}

const data = createTemporaryDirectory();
let product: Product;
let browser: Browser;
/** With another user agent, and so another visitor. */
let another: Browser;
let pages: PageServer;

describeInChromium("a recording", () => {
	beforeAll(async () => {
		product = await startProduct(data.path);
		pages = await servePages(product.url);
		const agent = browserHeaders["user-agent"];
		browser = await launchChromium([`--user-agent=${agent}`]);
		another = await launchChromium([`--user-agent=${agent.replaceAll("141", "142")}`]);
	});
	afterAll(async () => {
		await Promise.all([browser?.close(), another?.close()]);
		await product?.stop();
		await pages?.close();
		data.remove();
	});

	const ask = <Body>(path: string) => product.get<Body>(`/api/sites/${product.siteId}${path}`);

	const request = (method: string, path: string, body?: object) =>
		fetch(`${product.url}/api/sites/${product.siteId}${path}`, {
			method,
			headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
			...(body && { body: JSON.stringify(body) }),
		});

	/** A visitor who does not appear to the page to be under remote control. */
	const visitor = async (visited = browser): Promise<Page> => {
		const context = await visited.newContext({ viewport });
		await context.addInitScript(() =>
			Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false }),
		);
		return context.newPage();
	};

	/** Waits until earlier changes are painted and recorded, and returns how the page looks and the time. */
	const momentOf = async (page: Page) => {
		const at = await page.evaluate(
			() =>
				new Promise<number>((drawn) => {
					requestAnimationFrame(() => setTimeout(() => drawn(Date.now())));
				}),
		);
		return { at, picture: await page.screenshot() };
	};

	const replay = (sessionId: string) =>
		ask<{ events: RecordedEvent[]; metadata: ReplayRow }>(`/session-replay/${sessionId}`);

	const hasFrame = (events: readonly RecordedEvent[]) =>
		JSON.stringify(events).includes('"Framed"');

	/** The number of page snapshots in the listed recordings that have the frame, in the snapshot or in later events. */
	const recordedFrames = async () => {
		const { data: rows } = await ask<{ data: ReplayRow[] }>("/session-replay/list");
		const recordings = await Promise.all(rows.map(({ session_id }) => replay(session_id)));
		// Not how often the frame appears: on a busy machine a recorder records a frame before and after it has loaded.
		return recordings.flatMap(({ events }) => {
			const snapshots = events.flatMap(({ type }, index) => (type === 2 ? [index] : []));
			return snapshots.filter((start, nth) => hasFrame(events.slice(start, snapshots[nth + 1])));
		}).length;
	};

	/** Resolves once there are this many: a recorder starts observing a frame some moments after its page. */
	const framesAreRecorded = (count: number) =>
		eventually(recordedFrames, (recorded) => recorded >= count);

	it("of a visit over two pages is listed, played as it was, and deleted", async () => {
		await changeSettings(product, { sessionReplay: true });

		const page = await visitor();
		const moments: { at: number; picture: Buffer }[] = [];
		const remember = async () => moments.push(await momentOf(page));
		const recorded = () =>
			page.waitForResponse((response) => response.url().includes("/session-replay/record/"));

		const first = recorded();
		await page.goto(`${pages.origin}/replay-play.html`);
		expect(await (await first).json()).toEqual({ success: true });
		await page.waitForFunction(() => window.footfall?.isSessionReplayActive());
		await framesAreRecorded(1);
		await remember();
		await page.fill("#field", "after");
		await page.evaluate(() => {
			document.querySelector(".box")?.classList.add("warm");
			const inner = document.querySelector("iframe")?.contentDocument;
			if (inner) inner.body.style.background = "#cdeac0";
			(document.activeElement as HTMLElement).blur();
		});
		await remember();

		const second = recorded();
		await page.goto(`${pages.origin}/replay-play.html?second`);
		await second;
		await page.waitForFunction(() => window.footfall?.isSessionReplayActive());
		await framesAreRecorded(2);
		await page.evaluate(() => {
			// A colour that occurs nowhere else on the page.
			document.body.style.background = "#123456";
		});
		await remember();
		await page.goto("about:blank");

		const isWhole = ({ events, metadata }: { events: RecordedEvent[]; metadata: ReplayRow }) =>
			metadata.event_count === events.length &&
			events.filter(({ type }) => type === 2).length === 2 &&
			JSON.stringify(events).includes("rgb(18, 52, 86)");
		const [listed] = await eventually(
			() => ask<{ data: ReplayRow[] }>("/session-replay/list").then(({ data: rows }) => rows),
			({ length }) => length > 0,
		);
		const sessionId = listed?.session_id ?? "";
		const { events, metadata } = await eventually(() => replay(sessionId), isWhole);
		expect(metadata).toMatchObject({
			session_id: sessionId,
			page_url: `${pages.origin}/replay-play.html`,
			browser: "Chrome",
		});
		const sessions = await eventually(
			() => ask<{ data: object[] }>("/sessions").then(({ data: rows }) => rows),
			({ length }) => length > 0,
		);
		expect(sessions).toMatchObject([{ session_id: sessionId, has_replay: 1 }]);

		const player = await openPlayer(browser, events, viewport);
		for (const { at, picture } of moments) await player.lookLike(at, picture);

		expect((await request("DELETE", `/session-replay/${sessionId}`)).status).toBe(200);
		expect((await request("GET", `/session-replay/${sessionId}`)).status).toBe(404);
	});

	it("continues when its visitor is identified: both sessions are listed and each is played from its own snapshot", async () => {
		await changeSettings(product, { sessionReplay: true });
		const begun = new Date().toISOString();
		const page = await visitor(another);
		const record = async (colour: string) => {
			await page.evaluate((background) => {
				document.body.style.background = background;
			}, colour);
			return momentOf(page);
		};
		const before = await recordedFrames();
		await page.goto(`${pages.origin}/replay-play.html`);
		await page.waitForFunction(() => window.footfall?.isSessionReplayActive());
		await framesAreRecorded(before + 1);
		const anonymous = await record("#654321");
		await page.evaluate(() => window.footfall?.identify("ada"));
		await framesAreRecorded(before + 2);
		const identified = await record("#123456");
		await page.goto("about:blank");
		await page.close();

		const rows = await eventually(
			() =>
				ask<{ data: ReplayRow[] }>("/session-replay/list").then(({ data: listed }) =>
					listed.filter(({ start_time }) => start_time >= begun),
				),
			({ length }) => length === 2,
		);
		// By time, because a device's earlier events become its user's once it is identified.
		const sessions = rows.sort((one, other) => one.start_time.localeCompare(other.start_time));
		for (const [nth, colour, moment] of [
			[0, "rgb(101, 67, 33)", anonymous],
			[1, "rgb(18, 52, 86)", identified],
		] as const) {
			const { events } = await eventually(
				() => replay(sessions[nth]?.session_id ?? ""),
				(recorded) => JSON.stringify(recorded.events).includes(colour),
			);
			expect(events.map(({ type }) => type).filter((type) => type === 2 || type === 4)).toEqual([
				4, 2,
			]);
			const player = await openPlayer(browser, events, viewport);
			await player.lookLike(moment.at, moment.picture);
		}
		for (const { session_id } of rows) await request("DELETE", `/session-replay/${session_id}`);
	});
});
