import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "@footfall/testing/eventually";
import {
	CLIENT_GENERATORS,
	missingClientGenerators,
} from "@footfall/testing/product/client-generators";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PERSON = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

describe("a destination of a running product", () => {
	const data = createTemporaryDirectory();
	const exports = createTemporaryDirectory();
	const lake = join(exports.path, "lake");
	let product: Product;
	let destinationId = "";
	beforeAll(async () => {
		product = await startProduct(data.path, {
			...{ DESTINATION_FOLDER: exports.path, DESTINATION_FILE_SECONDS: "1" },
		});
	});
	afterAll(async () => {
		await product?.stop();
		data.remove();
		exports.remove();
	});

	const ask = async (path: string, method = "GET", body?: object) => {
		const response = await fetch(product.url + path, {
			method,
			headers: {
				...{ authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
			},
			...(body && { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: await response.json() };
	};
	const view = async (...pathnames: string[]) => {
		for (const pathname of pathnames) {
			const answer = await ask("/api/track", "POST", {
				...{ site_id: product.siteId, type: "pageview", hostname: "shop.example", pathname },
				...{ user_agent: PERSON, ip_address: "192.0.2.1" },
			});
			expect(answer.status).toBe(200);
		}
	};
	const progress = async () => {
		const { status, body } = await ask("/api/destinations");
		// While the backend starts, the gateway answers that.
		if (status !== 200) return { delivered: -1, phase: "" };
		return body.data[0].progress as { delivered: number; phase: string };
	};
	const delivered = (events: number) => eventually(progress, (one) => one.delivered === events);
	const files = () =>
		existsSync(lake)
			? readdirSync(lake, { recursive: true, encoding: "utf8" }).filter((name) =>
					name.endsWith(".parquet"),
				)
			: [];

	it("is tried, added, and gets events as files", async () => {
		const definition = {
			...{ name: "Lake", target: { kind: "folder", path: "lake" }, start: "history" },
			filter: { hasBots: false },
		};
		expect(await ask("/api/destinations/check", "POST", definition)).toMatchObject({
			...{ status: 200, body: { failure: "" } },
		});
		const added = await ask("/api/destinations", "POST", definition);
		expect(added.status).toBe(201);
		destinationId = added.body.destinationId;
		await view("/one", "/two");
		await delivered(2);
		expect(files()[0]).toMatch(
			/^site=1\/date=\d{4}-\d\d-\d\d\/hour=\d\d\/part-\d{16}-\w{8}\.parquet$/,
		);
	});

	it("gets nothing while it is paused, and everything afterwards", async () => {
		await ask(`/api/destinations/${destinationId}/pause`, "POST");
		await eventually(progress, ({ phase }) => phase === "paused");
		const before = files().length;
		await view("/three");
		expect((await product.get<{ body: object }>("/api/destinations")) && files()).toHaveLength(
			before,
		);
		await ask(`/api/destinations/${destinationId}/resume`, "POST");
		await delivered(3);
	});

	it("goes on when its process is killed, without an event twice", async () => {
		await view("/four");
		await product.kill("backend");
		await view("/five");
		await delivered(5);
		// What is written down about destinations is read every ten seconds.
		await eventually(
			async () => (await fetch(`${product.url}/metrics`)).text(),
			(text) =>
				/footfall_destination_delivered_total\{destination="\d+",kind="folder",process="backend"\} 5/.test(
					text,
				),
		);
	});

	describeWithEngine("in DuckDB", missingClientGenerators(), () => {
		it("is read by the query that the manual shows", async () => {
			const manual = readFileSync(new URL("../../docs/destinations.md", import.meta.url), "utf8");
			const [, query = ""] = /```sql\n(SELECT [^`]*?read_parquet[^`]*?)```/s.exec(manual) ?? [];
			const script = join(exports.path, "query.py");
			writeFileSync(
				script,
				`import duckdb, json, sys\nprint(json.dumps([[str(cell) for cell in row] for row in duckdb.sql(sys.argv[1]).fetchall()]))\n`,
			);
			const env = { ...process.env, PYTHONPATH: join(CLIENT_GENERATORS, "python") };
			const own = query.replace("/srv/exports/lake", lake).replace(/;\s*$/, "");
			const { stdout } = await promisify(execFile)("python3", [script, own], { env });
			const days = JSON.parse(stdout) as [string, string][];
			expect(days.reduce((sum, [, views]) => sum + Number(views), 0)).toBe(5);
		});
	});
});
