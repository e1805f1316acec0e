import {
	siteMailExample,
	siteMailWith,
	sitesMailExample,
} from "@footfall/testing/notices/report-mail-example";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { renderReportMail } from "./render-report-mail.ts";
import { shownName } from "./safe-text.ts";

/** What a reader sees of the HTML, without the marks that keep names from becoming links. */
const seenIn = (html: string): string =>
	html
		.replaceAll(/<head>.*<\/head>/gs, "")
		.replaceAll(/<[^>]*>/g, "\n")
		.replaceAll("&zwnj;", "")
		.replaceAll("&amp;", "&")
		.replaceAll("&nbsp;", " ");

describe("a report by mail", () => {
	const { subject, html, text, attachments } = renderReportMail(siteMailExample);

	it("says in its subject which site and which days it is about", () =>
		expect(subject).toMatch(/^Quill & Cotton: week of 26 Oct\s?–\s?1 Nov 2026$/));

	it.each(["2,048", "7.6%", "2,611", "7,904", "41.2%", "2.7 pt", "2m 14s", "€4,312.50"])(
		"has the figure %s in its HTML and in its text",
		(figure) => {
			expect(seenIn(html)).toContain(figure);
			expect(text).toContain(figure);
		},
	);

	it.each([
		...["/products/wool-blanket", "google.com", "autumn-sale", "Germany", "Order placed"],
		...["Direct", "Organic Search", "Autumn sale begins", "Deployment: Checkout 2.4"],
		"Organic Search in Germany explains 98 of them, since 27 October.",
	])("has %s in its HTML and in its text", (words) => {
		expect(seenIn(html)).toContain(words);
		expect(text).toContain(words);
	});

	it("aligns the numbers of its text", () => {
		const lines = text.split("\n");
		const ends = ["People", "Sessions", "Page views"].map((name) => {
			const line = lines.find((one) => one.startsWith(name)) ?? "";
			return line.search(/\d(?=\s\s)/);
		});
		expect(new Set(ends).size).toBe(1);
		expect(
			Math.max(...lines.filter((line) => !line.includes("://")).map(({ length }) => length)),
		).toBeLessThanOrEqual(78);
	});

	it("shows its chart as an attached image of twice its size, with the numbers as its text", () => {
		const [chart] = attachments;
		expect(html).toContain(`src="cid:${chart?.cid}"`);
		expect(html).toContain("People by day: Mon 26 Oct 412, Tue 27 Oct 455");
		const { width, height, data } = PNG.sync.read(chart?.content ?? Buffer.alloc(0));
		expect([width, height]).toEqual([1072, 240]);
		const inked = data.filter((_, index) => index % 4 === 3 && (data[index] ?? 0) > 200).length;
		expect(inked).toBeGreaterThan(3_000);
		expect(chart?.content.length).toBeLessThan(30_000);
	});

	it("loads nothing from the network", () =>
		expect(html.match(/(?:src|href)="(?!cid:)[^"]*"/g)).toEqual([
			`href="${siteMailExample.links.dashboard}"`,
			`href="${siteMailExample.links.unsubscribe}"`,
		]));

	it("stays below the size at which mail programs cut a mail", () =>
		expect(Buffer.byteLength(html)).toBeLessThan(100_000));

	it("is for the light and for the dark, also in Outlook", () => {
		expect(html).toContain('<meta name="color-scheme" content="light dark">');
		expect(html).toContain("@media (prefers-color-scheme:dark)");
		expect(html).toContain("[data-ogsc] .ink");
		expect(html).toContain('<!--[if mso]><table role="presentation" width="600"');
	});
});

describe("in German", () => {
	const { subject, html, text } = renderReportMail({ ...siteMailExample, language: "de" });

	it("has German words, numbers and dates", () => {
		expect(subject).toMatch(/^Quill & Cotton: Woche vom 26\. Okt\.\s?–\s?1\. Nov\. 2026$/);
		expect(html).toContain('<html lang="de"');
		for (const words of ["Personen", "2.048", "7,6\u00a0%", "4.312,50\u00a0€", "Deutschland"]) {
			expect(seenIn(html)).toContain(words);
			expect(text).toContain(words);
		}
	});
});

describe("names that visitors choose", () => {
	const hostile = "<img src=x onerror=alert(1)>\"'& https://evil.example/a";
	const rows = [{ name: hostile, value: 3, previous: 1 }];
	const { html, subject } = renderReportMail(
		siteMailWith(
			{
				lists: { pages: rows, sources: rows, campaigns: rows, countries: rows, goals: rows },
				annotations: [{ date: "2026-10-26", title: hostile, kind: "note" }],
				sentences: [hostile],
				segment: hostile,
			},
			{ title: `Shop\r\nBcc: x@evil.example\u202e`, domain: hostile },
		),
	);

	it("are text in the HTML", () => {
		expect(html).not.toContain("<img src=x");
		expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
	});
	it("cannot become links", () => expect(html).not.toContain("evil.example/a"));
	it("cannot add lines to the head of the mail, nor turn its direction", () =>
		expect(subject).toMatch(/^Shop Bcc: x@evil\.example: week of/));

	it.each([
		["short", "short", 10],
		["a long name", "a lon…", 6],
		["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦…", 2],
		["👍🏽👍🏽👍🏽", "👍🏽👍🏽👍🏽", 3],
		["e\u0301e\u0301e\u0301", "e\u0301…", 2],
		["half \ud83d", "half", 10],
		["line\nfeed\u2028here", "line feed here", 20],
	])("%j is cut between characters: %j", (name, expected, most) =>
		expect(shownName(name, most)).toBe(expected),
	);
});

describe("a mail about a site", () => {
	it.each([
		["without any event", { hasEvents: false }, "No visit has been counted on this site yet."],
		[
			"without visits in the period",
			{
				figures: {
					users: { value: 0, previous: 3 },
					sessions: { value: 0, previous: 4 },
					pageviews: { value: 0, previous: 9 },
				},
			},
			"Nobody visited the site in this period.",
		],
		[
			"with imported days",
			{ imported: { from: "2026-10-26", to: "2026-10-27", source: "Plausible" } },
			"are from Plausible",
		],
		["of a segment", { segment: "New customers" }, "Only the segment “New customers” is counted."],
	])("%s says so", (_name, changes, sentence) => {
		const { html, text } = renderReportMail(siteMailWith(changes));
		expect(seenIn(html)).toContain(sentence);
		expect(text.replaceAll("\n", " ")).toContain(sentence);
	});

	it("says that it is late, and since when", () => {
		const { text } = renderReportMail({
			...siteMailExample,
			lateSince: Date.UTC(2026, 10, 2, 7),
		});
		expect(text.replaceAll("\n", " ")).toMatch(/due on 2 Nov 2026, 08:00/);
	});

	it("is made within some milliseconds of CPU time, but for its figures", () => {
		renderReportMail(siteMailExample);
		const before = process.cpuUsage();
		for (let time = 0; time < 10; time++) renderReportMail(siteMailExample);
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 10_000).toBeLessThan(150);
	});
});

describe("a mail about all sites", () => {
	const { html, text } = renderReportMail(sitesMailExample);
	it("names what changed most beyond what is usual, then every site", () => {
		for (const words of ["Quill Blog: ▲ 127%, 911 people after 402", "Careers", "2,048"]) {
			expect(seenIn(html)).toContain(words);
			expect(text).toContain(words);
		}
		expect(text).not.toContain("Careers: ");
	});
	it("says to somebody who may see none that there is none", () => {
		const content = { kind: "sites", sites: [], notListed: 0, segment: null } as const;
		expect(renderReportMail({ ...sitesMailExample, content }).text).toContain(
			"There is no site here that you may see.",
		);
	});
});
