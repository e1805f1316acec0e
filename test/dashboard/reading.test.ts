import { askProduct } from "@footfall/testing/dashboard/dashboard-product";
import { inEachBrowser, type Journey } from "@footfall/testing/dashboard/in-each-browser";
import { settled } from "@footfall/testing/dashboard/settled";
import type { View, Visitor } from "@footfall/testing/dashboard/visitor";
import { expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const DAY_MS = 86_400_000;
const ZONE = "Europe/Berlin";

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** Two weeks that are over, and two before them, so that the current time does not change the figures. */
const FIRST = dayBefore(15);
const LAST = dayBefore(2);
const PERIOD = { start_date: FIRST, end_date: LAST, time_zone: ZONE };
const HERE = `/${product.siteId}?range=${FIRST}..${LAST}&tz=${ZONE}`;
const UNCOMPARED = `${HERE}&compare=off`;

interface Filter {
	parameter: string;
	type: string;
	value: string[];
}
interface Figures {
	sessions: number;
	users: number;
	pageviews: number;
}
interface Row {
	value: string;
	count: number;
}

const parametersOf = (filters: readonly Filter[], more: Record<string, string> = {}) =>
	new URLSearchParams({
		...PERIOD,
		...(filters.length > 0 && { filters: JSON.stringify(filters) }),
		...more,
	});

const figuresOf = async (filters: readonly Filter[], more: Record<string, string> = {}) => {
	const path = `/api/sites/${product.siteId}/overview?${parametersOf(filters, more)}`;
	return (await askProduct<{ data: Figures }>(product, path)).data;
};
const rowsOf = async (parameter: string, filters: readonly Filter[]) => {
	const parameters = parametersOf(filters, { parameter, limit: "8" });
	const path = `/api/sites/${product.siteId}/metric?${parameters}`;
	return (await askProduct<{ data: { data: Row[] } }>(product, path)).data.data;
};

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const numberIn = (text: string, label: string) =>
	Number(new RegExp(`^${label} ([\\d,]+)`).exec(text)?.[1]?.replaceAll(",", ""));

/** The counts above the chart, as they are printed. */
const printedFigures = async (view: View): Promise<Figures> => {
	const strip = view.within("group", /^Metrics:/);
	const of = async (label: string) =>
		numberIn(await strip.sees("button", new RegExp(`^${label} [\\d,]+`)), label);
	return {
		sessions: await of("Sessions"),
		users: await of("People"),
		pageviews: await of("Page views"),
	};
};

/** The counts of these rows that a card does not print. */
const missingCounts = async (visitor: Visitor, card: string, rows: readonly Row[]) => {
	const text = (await visitor.within("region", card).text()).replaceAll(",", "");
	return rows.map(({ count }) => count).filter((count) => !text.includes(String(count)));
};

const agrees = async (visitor: Visitor, filters: readonly Filter[]) => {
	const { sessions, users, pageviews } = await figuresOf(filters);
	expect(sessions).toBeGreaterThan(0);
	await expect.poll(() => printedFigures(visitor)).toEqual({ sessions, users, pageviews });
	// The previous rows stay visible until those of the new filters arrive.
	await settled(visitor.tab);
	for (const [card, parameter] of [
		["Sources", "channel"],
		["Pages", "pathname"],
		["Places", "country"],
		["Devices", "browser"],
	] as const) {
		const rows = await rowsOf(parameter, filters);
		const of = `${card} with ${JSON.stringify(filters)}`;
		expect(await visitor.within("region", card).within("tabpanel").count("listitem"), of).toBe(
			rows.length,
		);
		expect(await missingCounts(visitor, card, rows), `counts that lack in ${of}`).toEqual([]);
	}
};

/** Opens an address of the product as the signed-in owner. */
const ownerAt = async (journey: Journey, path: string): Promise<Visitor> => {
	const visitor = await journey.visitor(product.url + path);
	await signInWhereAsked(visitor);
	return visitor;
};
const signInWhereAsked = async (visitor: Visitor) => {
	if ((await visitor.sees("heading")) !== "This site is not public") return;
	await visitor.click("link", "Sign in");
	await visitor.fill("Email", product.owner.email);
	await visitor.fill(/^Password/, product.owner.password);
	await visitor.click("button", "Sign in");
	await visitor.sees("heading", "Overview");
};

inEachBrowser((journey) => {
	it("a page, a source and visits without a source are filters that every card applies, as the API does", async () => {
		const [page] = await rowsOf("pathname", []);
		const visitor = await ownerAt(journey, UNCOMPARED);
		await agrees(visitor, []);

		const row = (value: string) => new RegExp(`^${escaped(value)} [\\d,]+`);
		const ofPage = { parameter: "pathname", type: "equals", value: [page?.value ?? ""] };
		await visitor.within("region", "Pages").click("button", row(page?.value ?? ""));
		await agrees(visitor, [ofPage]);

		await visitor.within("region", "Sources").click("tab", "Sources");
		const [source] = (await rowsOf("referrer", [ofPage])).filter(({ value }) => value !== "");
		// Search engines are listed by name.
		const called = source?.value === "google.com" ? "Google" : (source?.value ?? "");
		const ofSource = { parameter: "referrer", type: "equals", value: [source?.value ?? ""] };
		await visitor.within("region", "Sources").click("button", row(called));
		await visitor.within("region", "Sources").click("tab", "Channels");
		await agrees(visitor, [ofPage, ofSource]);

		await visitor.within("region", "Sources").click("tab", "Sources");
		await visitor.within("region", "Sources").click("button", row(called));
		await visitor.within("region", "Sources").click("button", row("Direct"));
		await visitor.within("region", "Sources").click("tab", "Channels");
		await agrees(visitor, [ofPage, { parameter: "referrer", type: "is_null", value: [] }]);
	});

	it("days of the period and of the comparison are chosen in a calendar, with clicks and keys", async () => {
		const visitor = await ownerAt(journey, UNCOMPARED);
		const chosen = dayBefore(10);
		const month = new Date(chosen).toLocaleDateString("en", { month: "long", timeZone: "UTC" });
		const date = Number(chosen.slice(8));
		await visitor.click("button", /\d.*–/);
		const period = visitor.within("dialog", "Period");
		await period.sees("textbox", "From");
		const typed = () =>
			visitor.tab.evaluate<string[]>(
				"[...document.querySelectorAll(':popover-open input')].map(({ value }) => value)",
			);
		expect(await typed()).toEqual([FIRST, LAST]);
		await period.click("button", new RegExp(`\\b(${date} ${month}|${month} ${date}),? `));
		await expect.poll(() => period.text()).toContain("Now choose the last day.");
		for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"] as const)
			await visitor.press(key);
		await expect.poll(typed).toEqual([chosen, dayBefore(7)]);
		await period.click("button", "Apply");
		const parameter = (name: string) => async () =>
			(await visitor.address()).searchParams.get(name);
		await expect.poll(parameter("range")).toBe(`${chosen}..${dayBefore(7)}`);

		await visitor.click("button", "no comparison");
		await visitor.click("menuitemradio", "Other dates…");
		const other = visitor.within("dialog", "Compare with");
		await other.sees("grid");
		for (const key of ["ArrowLeft", "Enter", "ArrowUp", "Enter"] as const) await visitor.press(key);
		await other.click("button", "Apply");
		await expect.poll(parameter("compare")).toBe(`${dayBefore(8)}..${dayBefore(1)}`);
	});

	it("a copied address shows another person the same numbers, and Back leads through the earlier views", async () => {
		const visitor = await ownerAt(journey, UNCOMPARED);
		const seen = [await printedFigures(visitor)];
		const addresses = [(await visitor.address()).href];
		const step = async (act: () => Promise<void>, filters: readonly Filter[]) => {
			await act();
			await expect.poll(async () => (await visitor.address()).href).not.toBe(addresses.at(-1));
			addresses.push((await visitor.address()).href);
			const { sessions, users, pageviews } = await figuresOf(filters);
			await expect.poll(() => printedFigures(visitor)).toEqual({ sessions, users, pageviews });
			seen.push({ sessions, users, pageviews });
		};
		const [country] = await rowsOf("country", []);
		const inCountry = { parameter: "country", type: "equals", value: [country?.value ?? ""] };
		const first = async (card: string) => {
			await settled(visitor.tab);
			await visitor
				.within("region", card)
				.within("tabpanel")
				.click("button", /^\S.* [\d,]+/);
		};
		await step(() => first("Places"), [inCountry]);
		const [browser] = await rowsOf("browser", [inCountry]);
		const withBrowser = { parameter: "browser", type: "equals", value: [browser?.value ?? ""] };
		await step(() => first("Devices"), [inCountry, withBrowser]);
		const [page] = await rowsOf("pathname", [inCountry, withBrowser]);
		const ofPage = { parameter: "pathname", type: "equals", value: [page?.value ?? ""] };
		await step(() => first("Pages"), [inCountry, withBrowser, ofPage]);

		const other = await journey.stranger(addresses.at(-1) ?? "");
		await signInWhereAsked(other);
		expect(await printedFigures(other)).toEqual(seen.at(-1));
		expect((await other.address()).href).toBe(addresses.at(-1));

		for (const back of [2, 1, 0]) {
			await visitor.back();
			await expect.poll(async () => (await visitor.address()).href).toBe(addresses[back]);
			await expect.poll(() => printedFigures(visitor)).toEqual(seen[back]);
		}
	});

	it("a comparison shows the change between two responses of the API, and names the bucket that is not over", async () => {
		const visitor = await ownerAt(journey, `${HERE}&compare=weekdays`);
		const printed = async () =>
			visitor
				.within("group", /^Metrics:/)
				.sees("button", /^Sessions [\d,]+ .*(from [\d,]+|no change)/);
		const changeFrom = (before: Figures, now: Figures) =>
			before.sessions === now.sessions ? "no change" : `from ${before.sessions}`;
		const before = { start_date: dayBefore(29), end_date: dayBefore(16) };
		const earlier = await figuresOf([], before);
		const now = await figuresOf([]);
		const text = (await printed()).replaceAll(",", "");
		expect(text).toContain(changeFrom(earlier, now));
		expect(numberIn(text, "Sessions")).toBe(now.sessions);

		// One day is compared with the same weekday.
		await visitor.open(
			`${product.url}/${product.siteId}?range=${LAST}..${LAST}&tz=${ZONE}&compare=weekdays`,
		);
		const weekBefore = { start_date: dayBefore(9), end_date: dayBefore(9) };
		const sameWeekday = await figuresOf([], weekBefore);
		const lastDay = await figuresOf([], { start_date: LAST });
		await expect
			.poll(async () => (await printed()).replaceAll(",", ""))
			.toContain(changeFrom(sameWeekday, lastDay));

		// Nothing was counted a year ago.
		await visitor.open(product.url + HERE.concat("&compare=year"));
		await visitor.within("group", /^Metrics:/).sees("button", /^Sessions [\d,]+ (up )?new/);

		await visitor.open(`${product.url}/${product.siteId}?range=7d&tz=${ZONE}`);
		await visitor.sees("application");
		await visitor.tab.evaluate("document.querySelector('[role=application]').focus()");
		await visitor.press("End");
		await visitor.within("region", "Metrics and chart").sees("status", /^Today, so far: /);
	});

	it("two values of a field are excluded, saved as a segment, kept by a reload and shared", async () => {
		const visitor = await ownerAt(journey, UNCOMPARED);
		const [one, other] = await rowsOf("country", []);
		const left: Filter[] = [
			{ parameter: "country", type: "not_equals", value: [one?.value ?? "", other?.value ?? ""] },
		];
		const places = visitor.within("region", "Places").within("tabpanel");
		const all = await figuresOf([]);
		await expect.poll(() => printedFigures(visitor)).toMatchObject({ sessions: all.sessions });
		await settled(visitor.tab);
		await places.altClick("button", /^\S.* [\d,]+/);
		const [, ...without] = await rowsOf("country", []);
		expect(without[0]).toEqual(other);
		const first = [{ parameter: "country", type: "not_equals", value: [one?.value ?? ""] }];
		await expect
			.poll(() => printedFigures(visitor))
			.toMatchObject({ sessions: (await figuresOf(first)).sessions });
		// The excluded row stays hidden, so the next one is the first.
		await settled(visitor.tab);
		await places.altClick("button", /^\S.* [\d,]+/);
		const { sessions } = await figuresOf(left);
		await expect.poll(() => printedFigures(visitor)).toMatchObject({ sessions });

		const name = `Elsewhere, ${journey.engine.name}`;
		await visitor.click("button", "Everyone");
		await visitor.click("button", "Save these filters…");
		await visitor.within("dialog", "Save segment").fill("Name", name);
		await visitor.within("dialog", "Save segment").click("button", "Save segment");
		await visitor.sees("button", name);
		await expect.poll(() => printedFigures(visitor)).toMatchObject({ sessions });
		const { href } = await visitor.address();
		expect(href).toMatch(/segment=\d+/);
		expect(href).not.toContain("f=");

		await visitor.open("about:blank");
		await visitor.open(href);
		await visitor.sees("button", name);
		expect(await printedFigures(visitor)).toMatchObject({ sessions });
		const friend = await journey.stranger(href);
		await signInWhereAsked(friend);
		await friend.sees("button", name);
		expect(await printedFigures(friend)).toMatchObject({ sessions });
		// The other journeys share the site.
		const id = new URL(href).searchParams.get("segment");
		await askProduct(product, `/api/sites/${product.siteId}/segments/${id}`, undefined, "DELETE");
	});
});
