import { createWriteStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { readRows } from "@footfall/imports";
import { type EventStore, openStore } from "@footfall/store";
import { eventually } from "@footfall/testing/eventually";
import { startBackendRelay } from "@footfall/testing/product/backend-relay";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { daysOfPlausible, figuresOfSample, sample } from "@footfall/testing/product/sample-figures";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const data = createTemporaryDirectory();
const other = createTemporaryDirectory();
const scratch = createTemporaryDirectory();
/** Where a command runs whose calls the test passes on. */
const between = createTemporaryDirectory();
let product: Product;
let second: Product;
let isSecondRunning = false;
/** Parses samples independently of our code. */
let engine: EventStore;

beforeAll(async () => {
	engine = openStore({ directory: join(scratch.path, "engine") });
	[product, second] = await Promise.all([startProduct(data.path), startProduct(other.path)]);
	isSecondRunning = true;
});
afterAll(async () => {
	await Promise.all([product.stop(), isSecondRunning && second.stop(), engine.close()]);
	for (const directory of [data, other, scratch, between]) directory.remove();
});

interface Ended {
	code: number | null;
	output: string;
}

const started = (
	dataDirectory: string,
	parameters: readonly string[],
	program?: readonly [string, ...string[]],
) => {
	const command = runCommand(parameters, { DATA_DIR: dataDirectory }, program);
	const ended = command.ended.then(({ code }): Ended => ({ code, output: command.output() }));
	return { ended, kill: () => command.send("SIGKILL") };
};

/** Runs the command, on a directory on which a product may be running. */
const footfall = (dataDirectory: string, ...parameters: string[]) =>
	started(dataDirectory, parameters);
/** The same with files limited to this many blocks of 512 bytes, as on a disk that is nearly full. */
const footfallWithin = (blocks: number, dataDirectory: string, ...parameters: string[]) => {
	const script = `ulimit -f ${blocks}; exec "$@"`;
	return started(dataDirectory, parameters, ["sh", "-c", script, "sh", process.execPath]);
};

const run = async (...parameters: string[]) => {
	const { code, output } = await footfall(data.path, ...parameters).ended;
	expect([code, output]).toEqual([0, expect.any(String)]);
	return output;
};

const ask = async <Body>(
	path: string,
	method = "GET",
	body?: object,
	{ url, apiKey } = product,
): Promise<Body> => {
	const response = await fetch(url + path, {
		method,
		headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	return (text === "" ? undefined : JSON.parse(text)) as Body;
};

const newSite = async (name: string, on = product): Promise<number> => {
	const [organization] = await on.get<{ id: string }[]>("/api/organizations");
	const path = `/api/organizations/${organization?.id}/sites`;
	const site = { domain: `${name}.example`, name };
	const { siteId } = await ask<{ siteId: number }>(path, "POST", site, on);
	return siteId;
};

/** Sends some rows of another product's export through the API, and waits until they are in the reports. */
const importRows = async (site: number, platform: string, rows: object[], mapping?: object) => {
	const path = `/api/sites/${site}/imports`;
	const begun = await ask<{ data: { importId: string } }>(path, "POST", { platform, mapping });
	const { importId } = begun.data;
	await ask(`${path}/${importId}/events`, "POST", { events: rows, isLastBatch: true });
	const { data } = await eventually(
		() => ask<{ data: { completedAt: string | null; importedEvents: number }[] }>(path),
		({ data: [newest] }) => newest?.completedAt !== null,
	);
	return data[0]?.importedEvents;
};
const rowsOf = async (path: string) => {
	const rows: object[] = [];
	for await (const chunk of readRows(path))
		rows.push(...chunk.rows.filter((row) => row !== undefined));
	return rows;
};

const RANGE = "start_date=2025-03-01&end_date=2025-03-31";
const metric = async (get: Product["get"], site: number, parameter: string) => {
	const { data } = await get<{ data: { data: { value: string; count: number }[] } }>(
		`/api/sites/${site}/metric?${RANGE}&parameter=${parameter}`,
	);
	return Object.fromEntries(data.data.map(({ value, count }) => [value, count]));
};
const reportsOf = async (get: Product["get"], site: number) => ({
	overview: (await get<{ data: object }>(`/api/sites/${site}/overview?${RANGE}`)).data,
	pages: await metric(get, site, "pathname"),
	channels: await metric(get, site, "channel"),
	countries: await metric(get, site, "country"),
	browsers: await metric(get, site, "browser"),
	systems: await metric(get, site, "operating_system"),
	devices: await metric(get, site, "device_type"),
	events: await metric(get, site, "event_name"),
});

/**
 * The contents of the samples, counted by hand: three visitors on two days. One reads two pages and signs up in six
 * minutes, and returns two hours later; one comes from a newsletter and leaves; one reads two pages in 20 minutes.
 */
const WORLD = {
	overview: {
		sessions: 4,
		pageviews: 6,
		users: 3,
		pages_per_session: 1.5,
		bounce_rate: 50,
		session_duration: (360 + 0 + 0 + 1200) / 4,
	},
	pages: { "/": 3, "/blog": 2, "/pricing": 1 },
	channels: { Direct: 1, Email: 1, "Organic Search": 1, "Organic Social": 1 },
	countries: { DE: 2, FR: 1, US: 1 },
	browsers: { Chrome: 2, Firefox: 1, Safari: 1 },
	systems: { Windows: 2, Linux: 1, iOS: 1 },
	devices: { Desktop: 3, Mobile: 1 },
	events: { signup: 1 },
};

const SAMPLES: readonly { platform: string; file: string; mapping?: object }[] = [
	{ platform: "umami", file: "umami.csv" },
	{ platform: "simple_analytics", file: "simple-analytics.csv" },
	{ platform: "matomo", file: "matomo.json" },
	{ platform: "posthog", file: "posthog.jsonl" },
	{ platform: "goatcounter", file: "goatcounter.csv" },
	{ platform: "ga4", file: "ga4.jsonl" },
	{
		platform: "plain",
		file: "plain.csv",
		mapping: JSON.parse(readFileSync(sample("plain-mapping.json"), "utf8")),
	},
];

describe("an export of another product", () => {
	it.each(SAMPLES)(
		"of $platform produces the reports that its events imply",
		async ({ platform, file, mapping }) => {
			const site = await newSite(platform.replace("_", "-"));
			expect(await importRows(site, platform, await rowsOf(sample(file)), mapping)).toBe(7);
			const reports = await reportsOf(product.get, site);
			expect(reports).toEqual(WORLD);
			const { pageviews, users } = WORLD.overview;
			const { pages, events } = WORLD;
			expect(await figuresOfSample(engine, platform)).toEqual({ pageviews, users, pages, events });
		},
	);

	it("with daily totals is kept as daily figures, which count in reports", async () => {
		const site = await newSite("plausible");
		const files = readdirSync(sample("plausible")).map((name) => sample(`plausible/${name}`));
		const rows = (await Promise.all(files.map(rowsOf))).flat();
		expect(await importRows(site, "plausible", rows)).toBe(24);
		// The site has no events of its own, so that all days count.
		const { pages } = await reportsOf(product.get, site);
		expect(pages).toEqual({ "/": 3, "/blog": 2, "/pricing": 1 });
		const figures = await ask<{ data: object[] }>(`/api/sites/${site}/imported-figures`);
		const days = await daysOfPlausible(engine);
		expect(days).toHaveLength(2);
		expect(figures.data).toMatchObject(days);
	});
});

describe("the import command", () => {
	it("makes a dry run on request, imports files once, and removes a deleted import from the reports", async () => {
		const site = await newSite("once");
		const path = join(scratch.path, "umami.csv.gz");
		writeFileSync(path, gzipSync(readFileSync(sample("umami.csv"))));
		const asked = ["import", "umami", "--site", String(site), path];
		expect(await run(...asked, "--dry-run")).toBe(
			"Nothing was changed.\n7 would be imported\n  1 skipped: Umami's link and pixel events (event_type is neither 1 nor 2)\n  1 invalid: created_at is not a valid time\n",
		);
		expect((await reportsOf(product.get, site)).pages).toEqual({});
		await run(...asked);
		expect(await reportsOf(product.get, site)).toEqual(WORLD);
		expect(await run(...asked)).toContain("These files have already been imported");
		const imports = `/api/sites/${site}/imports`;
		const { data: listed } = await ask<{ data: { importId: string }[] }>(imports);
		await ask(`${imports}/${listed[0]?.importId}`, "DELETE");
		expect((await reportsOf(product.get, site)).pages).toEqual({});
		expect(await ask(imports)).toEqual({ data: [] });
	});

	it("prints where to read daily totals, which no report of events counts", async () => {
		const site = await newSite("sums");
		const asked = ["import", "plausible", "--site", String(site), sample("plausible")];
		expect(await run(...asked, "--dry-run")).toContain(
			"All rows are daily totals, not single events: they would count in the overview and its breakdowns for days before the site's first event.",
		);
		expect(await run(...asked)).toContain(
			`They count in the overview and its breakdowns for days before the site's first event; months beside your own figures are at /api/sites/${site}/imported-months`,
		);
	});

	it("rejects an unknown site, and keeps nothing of a truncated file", async () => {
		const nowhere = footfall(data.path, "import", "umami", "--site", "99", sample("umami.csv"));
		const site = await newSite("broken");
		const path = join(scratch.path, "broken.csv");
		writeFileSync(path, `timestamp,visitor,url\n2025-03-03T09:00:00Z,a,"${"x".repeat(5e6)}`);
		const broken = footfall(data.path, "import", "plain", "--site", String(site), path);
		expect(await nowhere.ended).toEqual({ code: 78, output: "There is no site 99\n" });
		expect(await broken.ended).toEqual({
			code: 78,
			output: expect.stringContaining("a quote is not closed"),
		});
		expect(await ask(`/api/sites/${site}/imports`)).toMatchObject({
			data: [],
		});
	});

	it.each([
		["import", "umami", "--site", "1", sample("umami.csv")],
		["import-logs", "--site", "1", sample("umami.csv")],
		["export", "--site", "1", "--to", join(scratch.path, "nothing")],
		["demo"],
	])(
		"%s creates no product where there is none, and prints how to start one",
		async (...parameters) => {
			const nowhere = join(scratch.path, "nowhere");
			expect(await footfall(nowhere, ...parameters).ended).toEqual({
				code: 78,
				output: expect.stringMatching(/nowhere\. Set DATA_DIR .* start .* once with ".* start"/),
			});
			expect(readdirSync(scratch.path)).not.toContain("nowhere");
		},
	);
});

describe("an export of this product", () => {
	let site: number;
	beforeAll(async () => {
		site = await newSite("exported");
		await importRows(site, "umami", await rowsOf(sample("umami.csv")));
		const days = sample("plausible/imported_visitors_20250303_20250304.csv");
		await importRows(site, "plausible", await rowsOf(days));
		await ask(`/api/sites/${site}/users/identify`, "POST", {
			user_id: "kim",
			anonymous_id: "00000000000000aa",
			traits: { plan: "pro" },
		});
		await ask(`/api/sites/${site}/goals`, "POST", {
			name: "Signed up",
			goalType: "event",
			config: { eventName: "signup" },
		});
		await ask(`/api/sites/${site}/funnels`, "POST", {
			name: "To an account",
			steps: [
				{ type: "page", value: "/" },
				{ type: "event", value: "signup" },
			],
		});
		await ask(`/api/sites/${site}/config`, "PUT", { excludedPaths: ["/admin"] });
	});

	/** The definitions, by who created them, without the ids that every product assigns anew. */
	const told = async (get: Product["get"], of: number) => {
		const path = `/api/sites/${of}`;
		const goals = await get<{ data: { goalId: number; siteId: number }[] }>(
			`${path}/goals?${RANGE}`,
		);
		const funnels = await get<{ data: { id: number }[] }>(`${path}/funnels`);
		return {
			reports: await reportsOf(get, of),
			users: await get(`${path}/user-traits/users?key=plan&value=pro`),
			days: await get(`${path}/imported-figures`),
			goals: goals.data.map(({ goalId: _, siteId: __, ...goal }) => goal),
			funnels: funnels.data.map(({ id: _, ...funnel }) => funnel),
			excluded: await get(`${path}/excluded-paths`),
		};
	};

	it.each(["jsonl", "parquet"])("as %s gives an empty product the same reports", async (format) => {
		const directory = join(scratch.path, format);
		await run("export", "--site", String(site), "--to", directory, "--format", format);
		expect(readdirSync(directory).sort()).toEqual([
			"definitions.jsonl",
			`devices.${format}`,
			`events.${format}`,
			"export.json",
			`figures.${format}`,
			`sessions.${format}`,
			`traits.${format}`,
		]);
		const to = await newSite(format, second);
		const importing = footfall(other.path, "import", "footfall", "--site", String(to), directory);
		const { code, output } = await importing.ended;
		expect([code, output.split("\n").slice(0, 4).sort()]).toEqual([
			0,
			["  funnels: 1", "  goals: 1", "  settings: 1", "9 imported"],
		]);
		const before = await told(product.get, site);
		expect(await told(second.get, to)).toEqual(before);
		expect(before.goals).toMatchObject([{ name: "Signed up" }]);
		expect(before.reports).toEqual(WORLD);
	});

	it("is discarded when the disk lacks space for all of it", async () => {
		const directory = join(scratch.path, "too-small");
		const asked = ["export", "--site", String(site), "--to", directory];
		const { code, output } = await footfallWithin(8, data.path, ...asked).ended;
		expect(code).toBe(78);
		expect(output).toContain("events.jsonl: the file would exceed the size limit");
		expect(output).toContain("The incomplete export was removed.");
		expect(readdirSync(directory)).toEqual([]);
	});

	it("can also be written and imported while no product runs", async () => {
		const to = await newSite("alone", second);
		await second.stop();
		isSecondRunning = false;
		const from = join(scratch.path, "jsonl");
		const alone = (...parameters: string[]) => footfall(other.path, ...parameters).ended;
		const imported = await alone("import", "footfall", "--site", String(to), from);
		expect(imported).toEqual({ code: 0, output: expect.stringMatching(/^9 imported/) });
		const back = join(scratch.path, "back");
		expect(await alone("export", "--site", String(to), "--to", back)).toMatchObject({ code: 0 });
		const eventsIn = (directory: string) =>
			readFileSync(join(directory, "events.jsonl"), "utf8")
				.trimEnd()
				.split("\n")
				.map((line) => {
					const { event_id, session_id, timestamp } = JSON.parse(line);
					return { event_id, session_id, timestamp };
				});
		expect(eventsIn(back)).toEqual(eventsIn(from));
	});
});

describe("an import that is killed", () => {
	const VISITORS = 1500;
	const VIEWS = 10;

	/** Each visitor's views are a minute apart, and all are active at the same time: sessions span the whole file. */
	const writeVisits = async (path: string) => {
		const file = createWriteStream(path);
		file.write("timestamp,visitor,url\n");
		for (let view = 0; view < VIEWS; view++) {
			const at = new Date(Date.UTC(2025, 2, 3, 9, view)).toISOString();
			let lines = "";
			for (let visitor = 0; visitor < VISITORS; visitor++)
				lines += `${at},visitor-${visitor},https://shop.example/page-${view}\n`;
			file.write(lines);
		}
		file.end();
		await finished(file);
	};

	it("resumes where it stopped, with nothing lost and nothing duplicated", async () => {
		const site = await newSite("killed");
		const path = join(scratch.path, "visits.csv");
		await writeVisits(path);
		const parameters = ["import", "plain", "--site", String(site), path];
		const relay = await startBackendRelay(
			{ at: between.path, to: data.path },
			({ firstRow = 0 }) => firstRow > 0,
		);
		onTestFinished(relay.close);
		const first = footfall(between.path, ...parameters);
		const failed = first.ended.then(({ output }) => Promise.reject(new Error(output)));
		await Promise.race([relay.holding, failed]);
		const imports = `/api/sites/${site}/imports`;
		await eventually(
			() => ask<{ data: { importedEvents: number }[] }>(imports),
			({ data: [begun] }) => (begun?.importedEvents ?? 0) > 0,
		);
		await product.kill("backend");
		first.kill();
		await first.ended;
		await eventually(
			async () => {
				const response = await fetch(`${product.url}/api/version`);
				return response.status;
			},
			(status) => status === 200,
		);
		const output = await run(...parameters);
		expect(output).toContain("Continuing at row 10001");
		expect(output).toContain(`${VISITORS * VIEWS} imported`);
		expect(await ask(imports)).toMatchObject({
			data: [{ importedEvents: VISITORS * VIEWS, skippedEvents: 0, invalidEvents: 0 }],
		});
		const { data: overview } = await product.get<{ data: object }>(
			`/api/sites/${site}/overview?${RANGE}`,
		);
		expect(overview).toEqual({
			sessions: VISITORS,
			pageviews: VISITORS * VIEWS,
			users: VISITORS,
			pages_per_session: VIEWS,
			bounce_rate: 0,
			session_duration: (VIEWS - 1) * 60,
		});
	});
});
