import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { MAIN, runCommand } from "@footfall/testing/product/running-command";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Json = Record<string, unknown>;
interface QueryRow {
	dimensions: string[];
	metrics: number[];
}

const data = createTemporaryDirectory();
const DAY_MS = 86_400_000;
const day = (before: number) => new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10);
/** The last seven days that are over. */
const range = { start_date: day(7), end_date: day(1), time_zone: "Europe/Berlin" };

let product: Product;
let site: string;

const send = async (method: string, path: string, body: unknown) => {
	const headers = { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" };
	const answer = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
	return (await answer.json()) as Json;
};

/** What the dashboard asks. */
const reportOf = (path: string, parameters: Record<string, string> = {}) =>
	product.get<Json>(
		`/api/sites/${site}${path}?${new URLSearchParams({ ...range, ...parameters })}`,
	);

const OF_PAGES = { parameter: "pathname", compare: "previous", sort_by: "change" };

/** Example traffic only grows: here is a page that lost its visitors ten days ago. */
const sendOldVisits = async () => {
	await send("PUT", `/api/sites/${site}/config`, { allowBackfill: true });
	const visitOf = (pathname: string, visitor: number) => ({
		...{ site_id: site, type: "pageview", hostname: "localhost", pathname },
		...{ anonymous_id: `visitor ${visitor}`, timestamp: Date.now() - 10 * DAY_MS },
	});
	// Until the gateway knows the setting, old events are moved to three days ago.
	await eventually(
		() => send("POST", "/api/track", visitOf("/probe", 0)),
		(reply) => reply["clamped"] !== true,
	);
	const visits = Array.from({ length: 40 }, (_, visitor) => visitOf("/old-offer", visitor));
	await send("POST", "/api/track", visits);
	await eventually(
		() => reportOf("/metric", OF_PAGES),
		(report) => JSON.stringify(report).includes("/old-offer"),
	);
};

beforeAll(async () => {
	product = await startProduct(data.path);
	site = product.siteId;
	const demo = runCommand(["demo", "--days", "15", "--visits", "150"], { DATA_DIR: data.path });
	expect([(await demo.ended).code, demo.output()]).toMatchObject([0, expect.any(String)]);
	await sendOldVisits();
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

/** Both ways to reach the tools. */
const TRANSPORTS = [
	{
		name: "over HTTP",
		connect: () =>
			new StreamableHTTPClientTransport(new URL("/api/mcp", product.url), {
				requestInit: { headers: { authorization: `Bearer ${product.apiKey}` } },
			}),
	},
	{
		name: "over footfall mcp",
		connect: () =>
			new StdioClientTransport({
				command: process.execPath,
				args: [MAIN, "mcp"],
				env: { FOOTFALL_URL: product.url, FOOTFALL_API_KEY: product.apiKey, DATA_DIR: data.path },
			}),
	},
];

describe.each(TRANSPORTS)("an assistant $name", ({ connect }) => {
	let client: Client;
	beforeAll(async () => {
		client = new Client({ name: "journey", version: "1.0.0" });
		// The SDK's types are not written for `exactOptionalPropertyTypes`.
		await client.connect(connect() as Parameters<Client["connect"]>[0]);
	});
	afterAll(() => client?.close());

	const call = async <Answer = Json>(name: string, given: Json = {}) => {
		const { content, isError } = await client.callTool({ name, arguments: given });
		const [{ text = "" } = {}] = content as { text?: string }[];
		expect([name, isError ?? false, text]).toEqual([name, false, text]);
		return JSON.parse(text) as Answer;
	};
	const query = (given: Json) =>
		call<{ rows: QueryRow[]; totals: { metrics: number[] } }>("query", {
			site,
			...range,
			...given,
		});

	it("is greeted, and finds tools and sites", async () => {
		expect(client.getServerVersion()).toMatchObject({ name: "footfall" });
		expect(client.getInstructions()).toContain("list_sites");
		await client.ping();
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toContain("query");
		expect((await call<{ sites: Json[] }>("list_sites")).sites).toContainEqual(
			expect.objectContaining({ id: site }),
		);
	});

	it("hears about an unknown tool from the protocol, and about bad arguments from the tool", async () => {
		await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({
			code: -32602,
		});
		const { isError, content } = await client.callTool({
			name: "overview",
			arguments: { site, ...range, start_date: "last week" },
		});
		expect([isError, JSON.stringify(content)]).toEqual([
			true,
			expect.stringContaining("Invalid start_date format"),
		]);
	});

	it("says how many people came last week, and where from", async () => {
		const answer = await query({ metrics: ["users", "sessions"], dimensions: ["country"] });
		const { data: overview } = (await reportOf("/overview")) as { data: Json };
		expect(answer.totals.metrics).toEqual([overview["users"], overview["sessions"]]);
		expect(answer.totals.metrics[0]).toBeGreaterThan(100);
		const shown = (await reportOf("/metric", { parameter: "country" })) as {
			data: { data: { value: string; count: number }[] };
		};
		const rows = answer.rows.filter(({ dimensions }) => dimensions[0] !== "");
		const counts = new Map(rows.map(({ dimensions, metrics }) => [dimensions[0], metrics[1]]));
		expect(shown.data.data.map(({ value }) => counts.get(value))).toEqual(
			shown.data.data.map(({ count }) => count),
		);
	});

	it("says which page lost the most compared with the week before", async () => {
		interface Page {
			value: string;
			count: number;
			previous: { count: number };
		}
		const { data: asked } = await call<{ data: Json }>("breakdown", {
			site,
			...range,
			...OF_PAGES,
		});
		const { data: shown } = (await reportOf("/metric", OF_PAGES)) as { data: { data: Page[] } };
		expect(asked["data"]).toEqual(shown.data.slice(0, 50));
		const changeOf = ({ count, previous }: Page) => count - previous.count;
		const lost = (asked["data"] as Page[]).find((page) => changeOf(page) < 0);
		const least = Math.min(...shown.data.map(changeOf));
		expect(lost).toMatchObject({ value: "/old-offer", count: 0, previous: { count: 40 } });
		expect(least).toBe(-40);
	});

	it("says what people on phones convert at", async () => {
		const { data: goals } = await call<{ data: { goalId: number; name: string }[] }>("goals", {
			...{ site, ...range },
			filters: ["is", "device_type", ["Mobile"]],
		});
		const filters = [{ parameter: "device_type", type: "equals", value: ["Mobile"] }];
		const shown = (await reportOf("/goals", {
			...{ page_size: "50", filters: JSON.stringify(filters) },
		})) as { data: { conversion_rate: number; total_conversions: number }[] };
		expect(goals).toEqual(shown.data);
		expect(Math.max(...shown.data.map(({ conversion_rate }) => conversion_rate))).toBeGreaterThan(
			0,
		);
		const rate = await query({
			metrics: [`conversion_rate(${goals[0]?.goalId})`],
			dimensions: ["device_type"],
		});
		const onPhones = rate.rows.find(({ dimensions }) => dimensions[0] === "Mobile");
		expect(onPhones?.metrics[0]).toBeCloseTo(shown.data[0]?.conversion_rate ?? -1, 10);
	});

	it("says which error hits most sessions", async () => {
		type Errors = { data: { data: { value: string; sessionCount: number }[] } };
		const asked = await call<Errors>("errors", { site, ...range });
		const shown = (await reportOf("/errors/names", {
			page: "1",
			limit: "50",
			seen: "true",
			states: "true",
		})) as Json;
		expect(asked.data).toEqual(shown["data"]);
		expect(asked.data.data[0]?.sessionCount).toBeGreaterThan(0);
	});

	it("says how much of the traffic is bots", async () => {
		const { data: asked } = await call<{ data: Json }>("bots", { site, ...range });
		const { data: shown } = (await reportOf("/bots/overview")) as { data: Json };
		expect(asked).toEqual(shown);
		expect(asked["bot_percentage"]).toBeGreaterThan(0);
		const { totals } = await query({ metrics: ["bots"] });
		expect(totals.metrics).toEqual([asked["bot_requests"]]);
	});

	it("reads every tool without an error", async () => {
		const sessions = await call<{ data: { session_id: string }[] }>("sessions", { site, ...range });
		const sessionId = sessions.data[0]?.session_id;
		expect(await call("session", { site, sessionId })).toMatchObject({
			session: { session_id: sessionId },
		});
		const funnels = await call<{ data: { steps: Json[] }[] }>("list_funnels", { site });
		const steps = funnels.data[0]?.steps;
		const { data: analyzed } = await call<{ data: Json[] }>("analyze_funnel", {
			site,
			...range,
			steps,
		});
		expect(analyzed).toHaveLength(steps?.length ?? 0);
		await call("web_vitals", { site, ...range, compare: "previous" });
		await call("bots_by_dimension", { site, ...range, dimension: "bot_name" });
		await call("live_count", { site });
		await call("annotations", { site });
		await call("definitions");
	});
});

describe("footfall mcp", () => {
	it("names what is missing before it starts", async () => {
		const without = runCommand(["mcp"], { DATA_DIR: data.path });
		expect(await without.ended).toMatchObject({ code: 78 });
		expect(without.output()).toContain("Set FOOTFALL_URL to the address of the instance");
		const keyless = runCommand(["mcp", "--url", product.url], { DATA_DIR: data.path });
		expect(await keyless.ended).toMatchObject({ code: 78 });
		expect(keyless.output()).toContain("Set FOOTFALL_API_KEY to an API key");
	});

	it("tells the client when the key is refused", async () => {
		const client = new Client({ name: "journey", version: "1.0.0" });
		const transport = new StdioClientTransport({
			command: process.execPath,
			args: [MAIN, "mcp", "--url", product.url],
			env: { FOOTFALL_API_KEY: "no key of ours", DATA_DIR: data.path },
			stderr: "ignore",
		});
		await expect(client.connect(transport)).rejects.toThrow("refused the API key");
		await client.close();
	});
});
