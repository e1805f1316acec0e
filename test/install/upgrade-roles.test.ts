import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "@footfall/shared/version";
import { postgresHere } from "@footfall/testing/api/postgres";
import { missingTier } from "@footfall/testing/cluster/engines";
import { startClusterTraffic } from "@footfall/testing/cluster/traffic";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/beacon";
import { contradictions } from "@footfall/testing/install/added-fields";
import { publishedVersions } from "@footfall/testing/install/published-versions";
import {
	createVersionedTier,
	type RoleName,
	type VersionedTier,
} from "@footfall/testing/install/versioned-tier";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { reportAnswers } from "@footfall/testing/product/report-answers";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { type ClickHouseServer, startClickHouse } from "@footfall/testing/store/clickhouse-server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

// For a machine that is busy with other work.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const LATEST = publishedVersions().at(-1) ?? "";
const GATEWAYS = ["gateway-1", "gateway-2"] as const;
const APIS = ["api-1", "api-2"] as const;
const WITHIN_MS = 240_000;
const PATIENCE_MS = 60_000;
const TODAY = new Date().toISOString().slice(0, 10);
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

describeWithEngine(`the roles of version ${LATEST} and of this one`, missingTier(), () => {
	const root = createTemporaryDirectory();
	const traffic = startClusterTraffic();
	const closing: (() => Promise<unknown>)[] = [];
	let kafka: KafkaCluster;
	let store: ClickHouseServer;
	let databaseUrl: string;
	let tier: VersionedTier;
	let apiKey: string;
	let siteId: string;
	let organization: string;

	const ask = async <Body>(api: RoleName, path: string, body?: object): Promise<Body> => {
		const response = await fetch(tier.urlOf(api) + path, {
			headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
			...(body && { method: "POST", body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
		return JSON.parse(text) as Body;
	};
	const query = (sql: string) => store.query(sql, databaseUrl);
	const more = (count: number) => {
		const enough = traffic.acknowledged() + count;
		return eventually(
			async () => traffic.acknowledged(),
			(events) => events >= enough,
			WITHIN_MS,
		);
	};
	const startTraffic = () =>
		traffic.start({
			...{ siteId, apiKey, gateways: GATEWAYS.map(tier.urlOf) },
			...{ perSecond: 50, visitors: 50, patienceMs: PATIENCE_MS },
		});
	/** Events of other hosts are not part of the traffic. */
	const stored = () =>
		eventually(
			async () =>
				Number((await query("SELECT count() FROM events WHERE hostname = 'cluster.test'"))[0]),
			(count) => count >= traffic.acknowledged(),
			WITHIN_MS,
		);
	/** Every gateway, of whichever version, learns of a site that this api has created. */
	const makeSiteKnown = async (api: RoleName) => {
		const domain = `${api}-${Date.now()}.test`;
		const { id } = await ask<{ id: string }>(api, `/api/organizations/${organization}/sites`, {
			...{ domain, name: domain },
		});
		const event = { type: "pageview", site_id: id, hostname: domain, pathname: "/" };
		for (const gateway of GATEWAYS)
			await eventually(
				async () =>
					(
						await fetch(`${tier.urlOf(gateway)}/api/track`, {
							method: "POST",
							headers: browserHeaders,
							body: JSON.stringify(event),
						})
					).status,
				(status) => status === 200,
				WITHIN_MS,
			);
	};
	const upgrade = async (name: RoleName) => {
		traffic.phase(name);
		await tier.stop(name);
		await tier.start(name, undefined);
		await more(25);
	};

	beforeAll(async () => {
		const postgres = await postgresHere()?.start();
		if (postgres === undefined) throw new Error("No PostgreSQL");
		closing.push(postgres.close);
		store = await startClickHouse();
		closing.push(store.close);
		databaseUrl = await store.createDatabase();
		kafka = await startKafka();
		closing.push(kafka.remove);
		const { url } = await postgres.createDatabase();
		tier = await createVersionedTier(root.path, {
			SECRET: "the secret that all of these roles share",
			QUEUE_URL: `kafka://${kafka.brokers.join(",")}/${kafka.newTopic()}`,
			CLICKHOUSE_URL: databaseUrl,
			DATABASE_URL: url,
			TRUST_PROXY: "loopback",
		});
		closing.push(tier.close);
		expect(await tier.run(["topics"], LATEST)).toBe(0);
		await tier.start("api-1", LATEST);
		for (const name of ["api-2", "loader-1", "loader-2", ...GATEWAYS] as const)
			await tier.start(name, LATEST);
		const signIn = readFileSync(join(root.path, "api-1", "first-sign-in"), "utf8");
		apiKey = /API key\s+(\S+)/.exec(signIn)?.[1] ?? "";
		const [first] = await ask<{ id: string }[]>("api-1", "/api/organizations");
		organization = first?.id ?? "";
		const { sites } = await ask<{ sites: { id: string }[] }>(
			"api-1",
			`/api/organizations/${organization}/sites`,
		);
		siteId = sites[0]?.id ?? "";
	});
	afterAll(async () => {
		for (const close of closing.toReversed()) await close();
		root.remove();
	});

	it("work together while one after the other is upgraded under load", async (context) => {
		traffic.phase("before");
		startTraffic();
		await more(25);
		await upgrade("api-1");
		await makeSiteKnown("api-1");
		await upgrade("loader-1");
		await upgrade("loader-2");
		await traffic.stop();
		await stored();
		const answersOf = (api: RoleName) =>
			reportAnswers({ url: tier.urlOf(api), apiKey, get: (path) => ask(api, path) }, siteId, {
				start_date: TODAY,
				end_date: TOMORROW,
				time_zone: "UTC",
			});
		const [newer, older] = [await answersOf("api-1"), await answersOf("api-2")];
		expect(older.size).toBeGreaterThan(40);
		expect(contradictions(older, newer)).toEqual([]);

		startTraffic();
		await upgrade("gateway-2");
		await makeSiteKnown("api-2");
		await upgrade("api-2");
		await upgrade("gateway-1");
		for (const api of APIS) await makeSiteKnown(api);
		const { acknowledged, phases } = await traffic.stop();
		for (const { name, failed, attempts, silence } of phases)
			report(
				context,
				"P27",
				`${name === "before" ? name : `${name} of ${LATEST} replaced`}: ${failed} sent again, at most ${attempts} requests for an event, no answer for ${silence} ms`,
			);
		expect(Math.max(...phases.map(({ attempts }) => attempts))).toBeLessThanOrEqual(2);
		await stored();
		const ids = await query(
			"SELECT event_id FROM events WHERE hostname = 'cluster.test' ORDER BY event_id",
		);
		expect(ids).toEqual([...acknowledged].sort());
		const [visits] = await query(
			"SELECT uniqExact(session_id) = uniqExact(user_id) FROM events WHERE hostname = 'cluster.test'",
		);
		expect(visits).toBe("1");
		report(
			context,
			"P27",
			`two of each role of ${LATEST} replaced: ${acknowledged.length} acknowledged, ${ids.length} stored, 0 duplicated`,
		);
		for (const api of APIS)
			expect(await ask(api, "/healthz")).toMatchObject({ role: "api", version: VERSION });
	});
});
