import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	askProduct,
	createSite,
	type MadeSite,
} from "@footfall/testing/dashboard/dashboard-product";
import { importRows } from "@footfall/testing/dashboard/import-rows";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

/** One visitor each, in UTC. Lord Howe Island's clock goes from 02:00 to 01:30 at 15:00 UTC. Berlin's clock goes from 02:00 to 03:00 and from 03:00 to 02:00 at 01:00 UTC. */
const VISITS = [
	["2025-04-05T14:10:00Z", "/first-one-o-clock"],
	["2025-04-05T14:40:00Z", "/first-half-past-one"],
	["2025-04-05T15:10:00Z", "/second-half-past-one"],
	["2025-03-29T22:30:00Z", "/before-spring"],
	["2025-03-30T00:30:00Z", "/before-the-gap"],
	["2025-03-30T01:30:00Z", "/after-the-gap"],
	["2025-03-30T21:30:00Z", "/end-of-spring"],
	["2025-03-30T22:30:00Z", "/after-spring"],
	["2025-10-25T09:30:00Z", "/before-both"],
	["2025-10-25T10:30:00Z", "/first-of-kiritimati"],
	["2025-10-25T22:30:00Z", "/first-of-berlin"],
	["2025-10-26T00:30:00Z", "/summer-hour"],
	["2025-10-26T01:30:00Z", "/winter-hour"],
	["2025-10-26T09:30:00Z", "/last-of-kiritimati"],
	["2025-10-26T22:30:00Z", "/last-of-berlin"],
	["2025-10-26T23:30:00Z", "/after-both"],
] as const;

interface Point {
	time: string;
	sessions: number;
}
interface Row {
	value: string;
	count: number;
}
interface Session {
	session_end: string;
	entry_page: string;
}

let browser: Browser;
let site: MadeSite;

const dayText = new Intl.DateTimeFormat("en-GB", {
	timeZone: "UTC",
	day: "numeric",
	month: "short",
	year: "numeric",
});
const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

describeInChromium("days in the viewer's time zone", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Clocks");
		const rows = VISITS.map(([timestamp, url]) => ({ timestamp, url, visitor: url }));
		await importRows(product, site, "plain", rows);
	});
	afterAll(() => browser?.close());

	describe.each([
		// The hour from two occurs twice: the API counts both in one bucket, and the chart has both.
		[
			...(["Europe/Berlin", "2025-10-26", "2025-10-26", 5, 25] as const),
			{ "02:00": 1, "02:00, second time": 1, "03:00": 0 },
		],
		[
			...(["Australia/Lord_Howe", "2025-04-06", "2025-04-06", 3, 25] as const),
			{ "01:00": 2, "01:00, second time": 1, "02:00": 0 },
		],
		["Europe/Berlin", "2025-10-25", "2025-10-27", 8, 3, { "26 Oct 2025": 5, "27 Oct 2025": 1 }],
		// The hour from two does not exist.
		["Europe/Berlin", "2025-03-30", "2025-03-30", 3, 23, { "01:00": 1, "03:00": 1, "23:00": 1 }],
		[
			...(["Pacific/Kiritimati", "2025-10-26", "2025-10-26", 5, 24] as const),
			{ "00:00": 1, "14:00": 1, "15:00": 1, "23:00": 1 },
		],
	] as const)("%s from %s to %s", (zone, first, last, sessionCount, bucketCount, someBuckets) => {
		const bucket = first === last ? "hour" : "day";
		const ask = async <Data>(report: string, more: Readonly<Record<string, string>> = {}) => {
			const parameters = new URLSearchParams({
				...{ start_date: first, end_date: last, time_zone: zone },
				...more,
			});
			const path = `/api/sites/${site.siteId}/${report}?${parameters}`;
			return (await askProduct<{ data: Data }>(product, path)).data;
		};
		const openAt = async (path: string) => {
			const viewer = { timezoneId: zone };
			const opened = await openPage(browser, product, product.owner, viewer);
			// The address names no zone, so the viewer's is used.
			await opened.page.goto(`/${site.id}${path}?range=${first}..${last}&compare=off`);
			await settled(opened.page);
			return opened;
		};

		it("figures, chart and lists of the overview match the API's for that zone, which the page names", async () => {
			const { page, close } = await openAt("");
			const { sessions } = await ask<{ sessions: number }>("overview");
			expect(sessions).toBe(sessionCount);
			const strip = page.getByRole("group", { name: /^Metrics:/ });
			const figure = strip.getByRole("button", { name: /^Sessions/ });
			await expect.poll(async () => plain(await figure.innerText())).toBe(`Sessions ${sessions}`);

			const points = await ask<Point[]>("overview/time-series", { bucket });
			const chart = page.getByRole("region", { name: "Metrics and chart" });
			await chart.getByRole("button", { name: "Table" }).click();
			const rows = await chart
				.getByRole("table")
				.locator("tbody tr")
				.evaluateAll((all) =>
					all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? "")),
				);
			// The full date precedes the hour.
			const shown = rows.map(([title = "", value]) => {
				const name = /(\d\d:\d\d(, second time)?|\d+ \w+ 2025)$/.exec(title)?.[1] ?? title;
				return [name, Number(value)] as const;
			});
			const nameOf = ({ time }: Point) =>
				bucket === "hour"
					? time.slice(11, 16)
					: dayText.format(Date.parse(`${time.slice(0, 10)}Z`));
			const summed = new Map<string, number>();
			for (const [name, count] of shown) {
				const time = name.replace(", second time", "");
				summed.set(time, (summed.get(time) ?? 0) + count);
			}
			expect([...summed]).toEqual(points.map((point) => [nameOf(point), point.sessions]));
			expect(shown.length).toBe(bucketCount);
			expect(Object.fromEntries(shown)).toMatchObject(someBuckets);
			expect(shown.reduce((sum, [, count]) => sum + count, 0)).toBe(sessionCount);

			const pages = await ask<{ data: Row[] }>("metric", { parameter: "pathname", limit: "8" });
			const card = page.getByRole("region", { name: "Pages", exact: true });
			const listed = await card.getByRole("listitem").getByRole("button").allInnerTexts();
			expect(listed.map((text) => plain(text).split(" ").slice(0, 2))).toEqual(
				pages.data.map(({ value, count }) => [value, String(count)]),
			);

			await page.getByRole("button", { name: /^\d.* 2025$/ }).click();
			await page
				.getByRole("dialog")
				.getByText(new RegExp(`^${zone}, \\d\\d:\\d\\d`))
				.waitFor();
			await close();
		});

		it("sessions are listed with local times", async () => {
			const { page, close } = await openAt("/sessions");
			const sessions = await ask<Session[]>("sessions", { limit: "50" });
			const clock = new Intl.DateTimeFormat("en-GB", {
				timeZone: zone,
				hour: "2-digit",
				minute: "2-digit",
				hourCycle: "h23",
			});
			const rows = page.getByRole("table").locator("tbody tr");
			await expect.poll(() => rows.count()).toBe(sessionCount);
			const shown = (await rows.allInnerTexts()).map(plain);
			for (const [index, { session_end, entry_page }] of sessions.entries()) {
				expect(shown[index]).toContain(clock.format(Date.parse(session_end)));
				expect(shown[index]).toContain(entry_page);
			}
			await close();
		});
	});

	it("use the zone that the site chose, even UTC, or else the device's", async () => {
		const own = await createSite(product, "Own clock");
		const { page, close } = await openPage(browser, product, product.owner);
		const zoneShown = async (zone: string) => {
			await page.goto(`/${own.id}?range=2025-10-26..2025-10-26`);
			await settled(page);
			await page.getByRole("button", { name: /^\d.* 2025$/ }).click();
			await page
				.getByRole("dialog")
				.getByText(new RegExp(`^${zone}, \\d\\d:\\d\\d`))
				.waitFor();
		};
		const choose = async (before: string, zone: string) => {
			await page.goto(`/${own.id}/settings`);
			const field = page.getByLabel("Time zone", { exact: true });
			await expect.poll(() => field.locator("option:checked").innerText()).toBe(before);
			await field.selectOption({ label: zone });
			await page.getByRole("button", { name: "Save", exact: true }).click();
			await page.getByText("No changes").waitFor();
		};
		await zoneShown("Europe/Berlin");
		await choose("Each viewer's own", "UTC");
		await zoneShown("UTC");
		await choose("UTC", "Each viewer's own");
		await zoneShown("Europe/Berlin");
		await close();
	});
});
