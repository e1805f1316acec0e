import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/running-gateway";
import { startTrackLoad } from "@footfall/testing/gateway/track-load";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { report } from "@footfall/testing/reporters/promise-figures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const KILLED =
	"The event loop is blocked, so the process is killed; requests are listed latest first";
const SECRET = "anna-and-her-secret";

const directory = createTemporaryDirectory();
const hooks = mkdtempSync(join(tmpdir(), "hang-"));
/** An endless loop in place of endless work: a signal starts it in every process of the product. */
const hang = join(hooks, "hang.mjs");
writeFileSync(hang, `process.on("SIGUSR2", () => { for (;;); });`);

let product: Product;
beforeAll(async () => {
	product = await startProduct(directory.path, { NODE_OPTIONS: `--import ${hang}` });
});
afterAll(async () => {
	await product.stop();
	directory.remove();
	rmSync(hooks, { recursive: true });
});

const lines = () =>
	product
		.output()
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as { msg: string; role?: string; requests?: object[] });

/** Makes a process hang; resolves with the time in ms until another replaced it. */
const hangRole = async (role: "gateway" | "backend"): Promise<number> => {
	const victim = product.pidOf(role);
	const hungAt = performance.now();
	process.kill(victim, "SIGUSR2");
	await eventually(
		async () => product.pidOf(role),
		(pid) => pid !== 0 && pid !== victim,
	);
	return performance.now() - hungAt;
};

const isReady = () =>
	eventually(
		() =>
			fetch(`${product.url}/api/ready`).then(
				({ status }) => status,
				() => 0,
			),
		(status) => status === 200,
	);

const pageviews = async () => {
	const query = "start_date=2020-01-01&end_date=2035-01-01&time_zone=UTC";
	const { data } = await product.get<{ data: { pageviews: number } }>(
		`/api/sites/${product.siteId}/overview?${query}`,
	);
	return data.pageviews;
};

describe("a gateway whose event loop is blocked", () => {
	it("is replaced, its connections are closed, what it acknowledged is stored, and its log names the request", async (context) => {
		const load = startTrackLoad(product.url, {
			senders: 4,
			siteId: product.siteId,
			pauseMs: 20,
			patienceMs: 120_000,
		});
		await eventually(
			async () => load.replies.length,
			(length) => length > 100,
		);
		const idle = net.connect(Number(new URL(product.url).port), "127.0.0.1");
		idle.on("error", () => undefined);
		const closed = new Promise((resolve) => idle.once("close", resolve));
		idle.write(
			`GET /api/site/${SECRET}/tracking-config?q=${SECRET} HTTP/1.1\r\nHost: x\r\nCookie: ${SECRET}\r\n\r\n`,
		);
		await new Promise((resolve) => idle.once("data", resolve));
		const ms = await hangRole("gateway");
		await closed;
		await isReady();
		const replies = await load.stop();
		const acknowledged = replies.filter(({ status }) => status === 200).length;
		expect(acknowledged).toBeGreaterThan(100);
		await eventually(pageviews, (count) => count >= acknowledged);

		const line = lines().find(({ msg, role }) => msg === KILLED && role === "gateway");
		expect(line?.requests).toContainEqual({
			route: "POST /api/track",
			targetBytes: "/api/track".length,
			headerBytes: expect.any(Number),
			longestHeader: browserHeaders["user-agent"]?.length,
			bodyBytes: expect.any(Number),
		});
		expect(JSON.stringify(line?.requests)).toContain("GET /api/site/*/tracking-config");
		expect(product.output()).not.toContain(SECRET);
		report(context, "P23", `a gateway that hangs is replaced after ${(ms / 1000).toFixed(1)} s`);
		// Five seconds of its own and a start: on an otherwise busy machine they take longer.
		expect(ms).toBeLessThan(45_000);
	});
});

describe("a backend whose event loop is blocked", () => {
	it("is replaced while the gateway keeps collecting, and its log names the report", async (context) => {
		await pageviews();
		const before = await pageviews();
		const load = startTrackLoad(product.url, {
			senders: 2,
			name: "second",
			siteId: product.siteId,
			pauseMs: 20,
			patienceMs: 120_000,
		});
		const ms = await hangRole("backend");
		const replies = await load.stop();
		expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
		await isReady();
		await eventually(
			() => pageviews().catch(() => 0),
			(count) => count >= before + replies.length,
		);
		const line = lines().find(({ msg, role }) => msg === KILLED && role === "backend");
		expect(JSON.stringify(line?.requests)).toContain("GET /api/sites/{site}/overview");
		report(context, "P23", `a backend that hangs is replaced after ${(ms / 1000).toFixed(1)} s`);
	});
});

describe("clients that disconnect", () => {
	it("leave no work running", async () => {
		const ask = (nth: number, signal: AbortSignal | null = null) => {
			const path = `/api/sites/${product.siteId}/overview`;
			const query = `start_date=2020-01-01&end_date=${2030 + (nth % 60)}-${10 + (nth % 3)}-01&time_zone=UTC`;
			return fetch(`${product.url}${path}?${query}`, {
				headers: { authorization: `Bearer ${product.apiKey}` },
				signal,
			}).then(
				(response) => response.text(),
				() => "",
			);
		};
		const REQUESTS = 200;
		const timed = async (work: () => Promise<unknown>) => {
			const startedAt = performance.now();
			await work();
			return performance.now() - startedAt;
		};
		const whole = await timed(() =>
			Promise.all(Array.from({ length: REQUESTS }, (_, nth) => ask(nth))),
		);
		const leaving = new AbortController();
		const asked = Array.from({ length: REQUESTS }, (_, nth) => ask(nth + 1_000, leaving.signal));
		await Promise.race(asked);
		leaving.abort();
		await Promise.all(asked);
		expect(await timed(() => ask(5_000))).toBeLessThan(Math.max(whole / 2, 1_000));
	});
});
