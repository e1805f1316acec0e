import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "@footfall/shared/version";
import { describeOnPostgres } from "@footfall/testing/api/databases";
import { missingProgram } from "@footfall/testing/deploy/programs";
import { metricsFaults } from "@footfall/testing/deploy/promtool";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import {
	type RunningCommand,
	runCommand,
	startBlackHole,
} from "@footfall/testing/product/running-command";
import { describeWithEngine } from "@footfall/testing/require-engine";
import {
	type ClickHouseServer,
	missingClickHouse,
	startClickHouse,
} from "@footfall/testing/store/clickhouse-server";
import { documentedAccounts, urlOf } from "@footfall/testing/store/documented-accounts";
import { afterAll, beforeAll, expect, it } from "vitest";

const SECRET = "the secret that all of these roles share";

const answerTo = async (url: string, headers: Record<string, string> = {}) => {
	const response = await fetch(url, { headers });
	return { status: response.status, text: await response.text() };
};
const jsonOf = async (url: string) => {
	const { status, text } = await answerTo(url);
	return { status, body: JSON.parse(text) as unknown };
};

/** The errors that Prometheus' linter finds in a role's metrics, if it is installed. */
const faultsOf = async (text: string) =>
	missingProgram("promtool") === undefined ? await metricsFaults(text) : "";

/** The URL of HEALTH_PORT, once the process listens there. */
const healthOf = async (process: RunningCommand) =>
	`http://127.0.0.1:${(await process.says(/"port":(\d+),"msg":"Health checks are served"/))[1]}`;

describeWithEngine(
	"roles that run alone, with the ClickHouse accounts of the manual",
	missingClickHouse(),
	() => {
		const root = createTemporaryDirectory();
		const directory = (name: string) => join(root.path, name);
		const started: RunningCommand[] = [];
		const accounts = documentedAccounts();
		let clickHouse: ClickHouseServer;
		let databaseUrl: string;
		let apiUrl: string;
		let api: RunningCommand;

		const run = (
			command: "migrate" | "api" | "loader" | "gateway",
			environment: NodeJS.ProcessEnv,
		) => {
			const process = runCommand([command], {
				SECRET,
				PORT: "0",
				DATA_DIR: directory(command),
				...(command !== "gateway" && {
					CLICKHOUSE_URL: urlOf(databaseUrl, accounts, `footfall_${command}`),
				}),
				...environment,
			});
			started.push(process);
			return process;
		};

		beforeAll(async () => {
			clickHouse = await startClickHouse({ users: accounts });
			databaseUrl = await clickHouse.createDatabase("footfall");
			const migration = run("migrate", { DATA_DIR: directory("api") });
			const { code } = await migration.ended;
			expect([code, migration.output()]).toEqual([0, "The schema is up to date\n"]);
			api = run("api", {});
			apiUrl = `http://127.0.0.1:${(await api.says(/"port":(\d+),.*"msg":"Ready"/))[1]}`;
		}, 300_000);
		afterAll(async () => {
			for (const process of started) process.send("SIGTERM");
			await Promise.all(started.map(({ ended }) => ended));
			await clickHouse?.close();
			root.remove();
		});

		it("an api writes the first sign-in link to a file and not to its log", async () => {
			const path = join(directory("api"), "first-sign-in");
			await api.says(/The owner's sign-in and an API key are in (\S+)/);
			const key = /API key\s+(\S+)/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
			expect(key).toHaveLength(64);
			expect(api.output()).not.toContain(key);
			const organizations = `${apiUrl}/api/organizations`;
			expect((await answerTo(organizations, { authorization: `Bearer ${key}` })).status).toBe(200);
		});

		it("an api reports its health", async () => {
			expect(await jsonOf(`${apiUrl}/healthz`)).toEqual({
				status: 200,
				body: { alive: true, role: "api", version: VERSION },
			});
			expect(await jsonOf(`${apiUrl}/ready`)).toEqual({
				status: 200,
				body: { ready: true, store: true, accounts: true, reason: "" },
			});
			const { text } = await answerTo(`${apiUrl}/metrics`);
			expect(text).toContain("footfall_ready 1\n");
			expect(text).toMatch(/^footfall_api_requests_total\{status="2xx"\} \d+$/m);
			expect(await faultsOf(text)).toBe("");
			const proxied = { "x-forwarded-for": "192.0.2.1" };
			expect((await answerTo(`${apiUrl}/metrics`, proxied)).status).toBe(404);
		});

		it("a loader reports its health on a port of its own, to authorized clients", async () => {
			const loader = run("loader", { HEALTH_PORT: "0", METRICS_TOKEN: "a token of the scraper" });
			const health = await healthOf(loader);
			await loader.says(/"msg":"Ready"/);
			expect(await jsonOf(`${health}/ready`)).toEqual({
				status: 200,
				body: {
					ready: true,
					store: true,
					queue: true,
					loading: true,
					reason: "",
					oldestQueuedMs: 0,
				},
			});
			expect((await jsonOf(`${health}/healthz`)).body).toEqual({
				...{ alive: true, role: "loader", version: VERSION },
				oldestQueuedMs: 0,
			});
			expect((await answerTo(`${health}/metrics`)).status).toBe(404);
			const authorization = "Bearer a token of the scraper";
			const { text } = await answerTo(`${health}/metrics`, { authorization });
			expect(text).toContain('footfall_loader_records_total{outcome="event"} 0\n');
			expect(text).toContain("footfall_queue_oldest_seconds 0\n");
			expect(await faultsOf(text)).toBe("");
			expect((await answerTo(`${health}/else`)).status).toBe(404);
		});

		it("a loader that waits for its store is alive, but not ready", async () => {
			const blackHole = await startBlackHole();
			const loader = run("loader", {
				HEALTH_PORT: "0",
				DATA_DIR: directory("waiting"),
				CLICKHOUSE_URL: `http://${blackHole.address}`,
			});
			const health = await healthOf(loader);
			expect((await jsonOf(`${health}/healthz`)).status).toBe(200);
			expect(await jsonOf(`${health}/ready`)).toMatchObject({
				status: 503,
				body: {
					ready: false,
					store: false,
					reason: expect.stringContaining("store: not open yet"),
				},
			});
			loader.send("SIGTERM");
			await loader.ended;
			await blackHole.close();
		});

		it("a gateway whose SECRET differs from the api's reports it in its log and in /ready", async () => {
			const gateway = run("gateway", {
				API_URL: apiUrl,
				SECRET: `not ${SECRET}`,
				GATEWAY_WORKERS: "1",
			});
			await gateway.says(/SECRET differs: the api has a different one from this gateway/);
		});
	},
);

describeOnPostgres(
	"the operator's commands beside servers",
	(open) => {
		it("need no data directory, and create none", async () => {
			const root = createTemporaryDirectory();
			const engine = await open();
			const location = await engine.create();
			if (!("url" in location)) throw new Error("This database is no server");
			const clickHouse = await startClickHouse();
			const DATA_DIR = join(root.path, "nowhere");
			const command = runCommand(["admin", "create-user", "--email", "one@example.com"], {
				DATA_DIR,
				DATABASE_URL: location.url,
				CLICKHOUSE_URL: await clickHouse.createDatabase(),
			});
			const { code } = await command.ended;
			expect([code, command.output()]).toEqual([
				0,
				expect.stringMatching(/^Created one@example.com\nPassword: \S{20}\n$/),
			]);
			expect(existsSync(DATA_DIR)).toBe(false);
			await clickHouse.close();
			await engine.close();
			root.remove();
		});
	},
	missingClickHouse(),
);
