import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pause } from "@footfall/shared/waiting/pause";
import { missingPostgres } from "@footfall/testing/api/databases";
import { postgresHere } from "@footfall/testing/api/postgres";
import { missingReplicas, type Replicas, startReplicas } from "@footfall/testing/cluster/replicas";
import { startClusterTraffic } from "@footfall/testing/cluster/traffic";
import { eventually } from "@footfall/testing/eventually";
import {
	createVersionedTier,
	ROLE_NAMES,
	type RoleName,
	type VersionedTier,
} from "@footfall/testing/install/versioned-tier";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { missingKafka } from "@footfall/testing/kafka/kafka-distribution";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, expect, it } from "vitest";

const PER_SECOND = 50;
const VISITORS = 200;
const BRIEF_MS = 4000;
/** Longer than a session of a replica in ZooKeeper, and of a broker in its cluster. */
const LONG_MS = 25_000;
const WITHIN_MS = 300_000;
const IDS = "SELECT event_id FROM events WHERE hostname = 'cluster.test' ORDER BY event_id";

interface Fault {
	name: string;
	lastsMs: number;
	begin(): Promise<unknown>;
	/** What must be seen while it lasts. */
	during?(): Promise<unknown>;
	end(): Promise<unknown>;
}

const missing = missingReplicas() ?? missingKafka() ?? missingPostgres();

describeWithEngine("the roles on three replicas, Kafka and PostgreSQL", missing, () => {
	const root = createTemporaryDirectory();
	const traffic = startClusterTraffic();
	const closing: (() => Promise<unknown>)[] = [];
	let cluster: Replicas;
	let kafka: KafkaCluster;
	let postgres: Awaited<ReturnType<NonNullable<ReturnType<typeof postgresHere>>["start"]>>;
	let tier: VersionedTier;
	let apiKey: string;

	const ask = async <Body>(path: string): Promise<Body> => {
		const authorization = `Bearer ${apiKey}`;
		const response = await fetch(tier.urlOf("api-1") + path, { headers: { authorization } });
		return (await response.json()) as Body;
	};
	const readiness = (name: RoleName) =>
		fetch(`${tier.urlOf(name)}/ready`).then(
			async (response) => `${response.status} ${await response.text()}`,
			() => "no answer",
		);
	const untilReady = async () => {
		for (const name of ROLE_NAMES)
			await eventually(
				() => readiness(name),
				(answer) => answer.startsWith("200"),
				WITHIN_MS,
			).catch((error) => {
				throw new Error(`${name}: ${error}\n${tier.output(name).slice(-3000)}`);
			});
	};

	beforeAll(async () => {
		cluster = await startReplicas(3);
		closing.push(cluster.close);
		const started = await postgresHere()?.start();
		if (started === undefined) throw new Error("No PostgreSQL");
		postgres = started;
		closing.push(postgres.close);
		kafka = await startKafka({ nodes: 3 });
		closing.push(kafka.remove);
		tier = await createVersionedTier(root.path, {
			SECRET: "the secret that all of these roles share",
			QUEUE_URL: `kafka://${kafka.brokers.join(",")}/${kafka.newTopic()}`,
			CLICKHOUSE_URL: cluster.url,
			CLICKHOUSE_CLUSTER: "{cluster}",
			DATABASE_URL: (await postgres.createDatabase()).url,
			TRUST_PROXY: "loopback",
		});
		closing.push(tier.close);
		expect(await tier.run(["migrate"], undefined)).toBe(0);
		expect(await tier.run(["topics"], undefined)).toBe(0);
		for (const name of ROLE_NAMES) await tier.start(name, undefined);
		const signIn = readFileSync(join(root.path, "api-1", "first-sign-in"), "utf8");
		apiKey = /API key\s+(\S+)/.exec(signIn)?.[1] ?? "";
	});
	afterAll(async () => {
		for (const close of closing.toReversed()) await close();
		root.remove();
	});

	const killed = (name: RoleName): Fault => ({
		...{ name: `${name} killed`, lastsMs: BRIEF_MS },
		begin: () => tier.kill(name),
		end: () => tier.start(name, undefined),
	});
	/** Readiness tells that nothing can be stored. */
	const loadersWait = async () => {
		for (const name of ["loader-1", "loader-2"] as const)
			await eventually(
				() => readiness(name),
				(answer) => answer.startsWith("503") && answer.includes('"inserts":false'),
			);
	};
	const faults = (): Fault[] => {
		const [inUse] = cluster.replicas;
		const [, broker] = kafka.nodes;
		return [
			{
				...{ name: "the replica in use killed", lastsMs: LONG_MS },
				begin: async () => inUse?.kill(),
				end: async () => inUse?.start(),
			},
			killed("loader-1"),
			killed("api-1"),
			killed("gateway-1"),
			{
				...{ name: "ZooKeeper killed", lastsMs: 3 * BRIEF_MS },
				begin: cluster.zooKeeper.kill,
				during: loadersWait,
				end: cluster.zooKeeper.start,
			},
			{
				...{ name: "PostgreSQL killed", lastsMs: BRIEF_MS },
				begin: postgres.crash,
				end: postgres.restart,
			},
			{
				...{ name: "a broker stopped", lastsMs: LONG_MS },
				begin: async () => broker?.stop(),
				end: async () => broker?.start(),
			},
		];
	};

	it("store every acknowledged event once on each replica, whatever is killed", async (context) => {
		const [organization] = await ask<{ id: string }[]>("/api/organizations");
		const { sites } = await ask<{ sites: { id: string }[] }>(
			`/api/organizations/${organization?.id}/sites`,
		);
		const gateways = [tier.urlOf("gateway-1"), tier.urlOf("gateway-2")];
		traffic.phase("all is well");
		traffic.start({
			...{ siteId: sites[0]?.id ?? "", apiKey, gateways },
			...{ perSecond: PER_SECOND, visitors: VISITORS },
		});
		await pause(BRIEF_MS);
		for (const { name, lastsMs, begin, during, end } of faults()) {
			traffic.phase(name);
			await begin();
			await Promise.all([pause(lastsMs), during?.()]);
			await end();
			await untilReady();
		}
		const { acknowledged, phases } = await traffic.stop();
		expect(acknowledged.length).toBeGreaterThan(1000);
		const expected = [...acknowledged].sort();
		for (const { query } of cluster.replicas) {
			await eventually(
				async () => (await query(IDS)).length,
				(stored) => stored >= expected.length,
				WITHIN_MS,
			);
			expect(await query(IDS)).toEqual(expected);
		}
		for (const { name, ...seen } of phases)
			report(
				context,
				"P28",
				`${name}: ${seen.acknowledged} acknowledged, ${seen.failed} sent again, p50 ${seen.p50}, p99 ${seen.p99}, longest ${seen.longest} ms`,
			);
		report(
			context,
			"P28",
			`${acknowledged.length} acknowledged, ${expected.length} stored on each of 3 replicas, 0 lost, 0 duplicated`,
		);
	});
});
