import { spawn } from "node:child_process";
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct, temporaryDirectory } from "../support/product.ts";

const MAIN = fileURLToPath(new URL("../../packages/server/dist/main.js", import.meta.url));
const sample = (name: string) =>
	fileURLToPath(new URL(`../samples/imports/${name}`, import.meta.url));

const data = temporaryDirectory();
const other = temporaryDirectory();
const scratch = temporaryDirectory();
let product: Product;

beforeAll(async () => {
	product = await startProduct(data.path);
});
afterAll(async () => {
	await product.stop();
	for (const directory of [data, other, scratch]) directory.remove();
});

/** Runs the command, beside a product where one runs on that directory. */
const footfall = (dataDirectory: string, ...parameters: string[]) => {
	const child = spawn(process.execPath, [MAIN, ...parameters], {
		env: { PATH: process.env["PATH"], DATA_DIR: dataDirectory },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk: Buffer) => {
			output += chunk.toString();
		});
	const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
		child.once("close", (code) => resolve({ code, output })),
	);
	return { ended, kill: () => child.kill("SIGKILL") };
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
 * What the samples tell, counted by hand: three visitors on two days. One reads two pages and signs up in six minutes,
 * and looks in again two hours later; one comes from a newsletter and leaves; one reads two pages in twenty minutes.
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

const EXPORTS: readonly (readonly [platform: string, file: string, ...options: string[]])[] = [
	["umami", "umami.csv"],
	["simple-analytics", "simple-analytics.csv"],
	["matomo", "matomo.json"],
	["posthog", "posthog.jsonl"],
	["goatcounter", "goatcounter.csv"],
	["ga4", "ga4.jsonl"],
	["plain", "plain.csv", "--mapping", sample("plain-mapping.json")],
];

describe("an export of another product", () => {
	it.each(EXPORTS)(
		"of %s gives the reports that its events tell of",
		async (platform, file, ...options) => {
			const site = await newSite(platform);
			const asked = ["import", platform, "--site", String(site), ...options, sample(file)];
			expect(await run(...asked)).toContain("7 imported");
			expect(await reportsOf(product.get, site)).toEqual(WORLD);
		},
	);

	it("is tried first where that is asked, is taken in once, and is gone when it is deleted", async () => {
		const site = await newSite("once");
		const asked = ["import", "umami", "--site", String(site), sample("umami.csv")];
		expect(await run(...asked, "--dry-run")).toBe(
			"Nothing was changed.\n7 would be imported\n  1 left out: umami's links, pixels and other types\n  1 not readable: created_at is no time\n",
		);
		expect((await reportsOf(product.get, site)).pages).toEqual({});
		await run(...asked);
		expect(await run(...asked)).toContain("These files were imported already");
		const path = `/api/sites/${site}/imports`;
		const { data: imports } = await ask<{ data: { importId: string }[] }>(path);
		await ask(`${path}/${imports[0]?.importId}`, "DELETE");
		expect((await reportsOf(product.get, site)).pages).toEqual({});
		expect(await ask(path)).toEqual({ data: [] });
	});

	it("that holds sums of days stays what it is: figures of days", async () => {
		const site = await newSite("plausible");
		const output = await run("import", "plausible", "--site", String(site), sample("plausible"));
		expect(output).toContain("15 imported");
		expect((await reportsOf(product.get, site)).pages).toEqual({});
		const figures = await ask<{ data: object[] }>(`/api/sites/${site}/imported-figures`);
		expect(figures.data).toMatchObject([
			{ value: "2025-03-03", daily_visitors: 2, visits: 3, pageviews: 4, bounces: 2 },
			{ value: "2025-03-04", daily_visitors: 1, visits: 1, pageviews: 2, bounces: 0 },
		]);
	});

	it("is refused for a site that is not there, and keeps nothing of a file that breaks off", async () => {
		const nowhere = footfall(data.path, "import", "umami", "--site", "99", sample("umami.csv"));
		expect(await nowhere.ended).toEqual({ code: 78, output: "There is no site 99\n" });
		const site = await newSite("broken");
		const path = join(scratch.path, "broken.csv");
		writeFileSync(path, `timestamp,visitor,url\n2025-03-03T09:00:00Z,a,"${"x".repeat(5e6)}`);
		const { code, output } = await footfall(
			data.path,
			"import",
			"plain",
			"--site",
			String(site),
			path,
		).ended;
		expect([code, output]).toEqual([78, expect.stringContaining("a quote is not closed")]);
		expect(await ask(`/api/sites/${site}/imports`)).toMatchObject({
			data: [{ importedEvents: 0, failure: expect.stringContaining("a quote is not closed") }],
		});
	});
});

describe("an export of this product", () => {
	let second: Product;
	let site: number;
	beforeAll(async () => {
		second = await startProduct(other.path);
		site = await newSite("exported");
		await run("import", "umami", "--site", String(site), sample("umami.csv"));
		await ask(`/api/sites/${site}/users/identify`, "POST", {
			user_id: "kim",
			anonymous_id: "00000000000000aa",
			traits: { plan: "pro" },
		});
	});
	afterAll(() => second.stop());

	it.each(["jsonl", "parquet"])("as %s gives an empty product the same reports", async (format) => {
		const directory = join(scratch.path, format);
		await run("export", "--site", String(site), "--to", directory, "--format", format);
		expect(readdirSync(directory).sort()).toEqual([
			"definitions.jsonl",
			`devices.${format}`,
			`events.${format}`,
			`sessions.${format}`,
			`traits.${format}`,
		]);
		const to = await newSite(format, second);
		const importing = footfall(other.path, "import", "footfall", "--site", String(to), directory);
		expect(await importing.ended).toEqual({
			code: 0,
			output: expect.stringMatching(/^7 imported/),
		});
		expect(await reportsOf(second.get, to)).toEqual(WORLD);
		const listed = "user-traits/users?key=plan&value=pro";
		expect(await second.get(`/api/sites/${to}/${listed}`)).toEqual(
			await product.get(`/api/sites/${site}/${listed}`),
		);
	});
});

describe("an import that is killed", () => {
	const VISITORS = 2000;
	const VIEWS = 10;

	/** Each visitor's views are a minute apart, and all visitors look at the same time: sessions span the whole file. */
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

	it("goes on where it stopped, with nothing lost and nothing doubled", async () => {
		const site = await newSite("killed");
		const path = join(scratch.path, "visits.csv");
		await writeVisits(path);
		const parameters = ["import", "plain", "--site", String(site), path];
		const first = footfall(data.path, ...parameters);
		const imports = `/api/sites/${site}/imports`;
		await eventually(
			() => ask<{ data: { importedEvents: number }[] }>(imports),
			({ data: [begun] }) => (begun?.importedEvents ?? 0) > 0,
			30_000,
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
			60_000,
		);
		const output = await run(...parameters);
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

		const directory = join(scratch.path, "visits");
		await run("export", "--site", String(site), "--to", directory);
		const exported = readFileSync(join(directory, "events.jsonl"), "utf8").trimEnd().split("\n");
		const ids = new Set(
			exported.map((line) => (JSON.parse(line) as { event_id: string }).event_id),
		);
		expect([exported.length, ids.size]).toEqual([VISITORS * VIEWS, VISITORS * VIEWS]);
	});
});
