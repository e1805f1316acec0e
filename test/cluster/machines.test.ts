import { pause } from "@footfall/shared/waiting/pause";
import { ROUTES } from "@footfall/testing/api/access-table";
import { type Cluster, type HostName, startCluster } from "@footfall/testing/cluster/cluster";
import { missingTier } from "@footfall/testing/cluster/engines";
import type { LinkFaults } from "@footfall/testing/cluster/network";
import { eventually } from "@footfall/testing/eventually";
import { NEEDED_PARAMETERS } from "@footfall/testing/model/needed-parameters";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROUNDS = rounds(1, 5);
/** Longer than a loader's session in its group: another loader takes over meanwhile. */
const BEYOND_SESSION_MS = 12_000;
const BRIEF_MS = 4000;
const PER_SECOND = 100;

interface Fault {
	name: string;
	lastsMs: number;
	begin(cluster: Cluster): Promise<unknown> | unknown;
	end(cluster: Cluster): Promise<unknown> | unknown;
}

const killed = (host: HostName, lastsMs = BRIEF_MS): Fault => ({
	name: `${host} killed`,
	lastsMs,
	begin: ({ network }) => network.host(host).kill(),
	end: ({ restart }) => restart(host),
});

const frozen = (host: HostName, lastsMs = BRIEF_MS): Fault => ({
	name: `${host} frozen`,
	lastsMs,
	begin: ({ network }) => network.host(host).freeze(),
	end: ({ network }) => network.host(host).thaw(),
});

const unplugged = (host: HostName): Fault => ({
	name: `${host} unplugged`,
	lastsMs: BRIEF_MS,
	begin: ({ network }) => network.host(host).unplug(),
	end: ({ network }) => network.host(host).plug(),
});

const CUT: LinkFaults = { isCut: true };

/** Frames of these directions are lost; between some hosts, or to and from all. */
const cut = (
	name: string,
	directions: readonly { from?: HostName; to?: HostName }[],
	lastsMs = BRIEF_MS,
): Fault => ({
	name,
	lastsMs,
	begin: async ({ network }) => {
		for (const direction of directions) await network.link(direction, CUT);
	},
	end: ({ network }) => network.heal(),
});

const BROKERS = ["kafka-1", "kafka-2", "kafka-3"] as const;

const FAULTS: readonly Fault[] = [
	{
		name: "20 to 30 ms and 1 % loss between all",
		lastsMs: BRIEF_MS,
		begin: ({ network }) => network.link({}, { delayMs: 20, jitterMs: 10, loss: 0.01 }),
		end: ({ network }) => network.heal(),
	},
	killed("kafka-1"),
	frozen("kafka-2"),
	cut("kafka-3 cut off", [{ from: "kafka-3" }, { to: "kafka-3" }]),
	cut(
		"Kafka does not hear gateway-1",
		BROKERS.map((to) => ({ from: "gateway-1", to })),
	),
	cut(
		"gateway-2 does not hear Kafka",
		BROKERS.map((from) => ({ from, to: "gateway-2" })),
	),
	killed("loader-1"),
	frozen("loader-2", BEYOND_SESSION_MS),
	cut("loader-1 cut off", [{ from: "loader-1" }, { to: "loader-1" }], BEYOND_SESSION_MS),
	cut("loaders do not hear the store", [
		{ from: "store", to: "loader-1" },
		{ from: "store", to: "loader-2" },
	]),
	killed("store"),
	killed("gateway-1"),
	unplugged("gateway-2"),
	killed("api-1"),
	killed("postgres"),
];

const ROLES = ["api-1", "api-2", "loader-1", "loader-2", "gateway-1", "gateway-2"] as const;
const STORED = "SELECT count() FROM events";
const TWICE = "SELECT event_id FROM events GROUP BY event_id HAVING count() > 1 ORDER BY event_id";

/** Every report of a site that needs no path of its own. */
const REPORTS = ROUTES.flatMap(({ routes }) => [...routes]).flatMap((route) => {
	const [, path = ""] = /^GET \/api\/sites\/\{site\}(\/.*)$/.exec(route) ?? [];
	return path === "" || path.includes("{") || path.startsWith("/export") ? [] : [path];
});
/** They answer for the very moment. */
const OF_NOW = ["/live", "/live-user-count"];

describeWithEngine("the product on hosts of its own", missingTier(), () => {
	let cluster: Cluster;
	beforeAll(async () => {
		cluster = await startCluster();
	}, 240_000);
	afterAll(() => cluster?.remove());

	/** The hosts that still wait for something, with what they say. */
	const waiting = async () => {
		const said = await Promise.all(
			ROLES.map(async (name) => {
				const { status, body } = await cluster.get(`${cluster.urlOf(name)}/ready`);
				if (status !== 200) return `${name} ${body}\n${cluster.output(name).slice(-2000)}`;
				const { spilling = false, oldestQueuedMs = 0 } = JSON.parse(body);
				return spilling || oldestQueuedMs > 3000 ? `${name} ${body}` : "";
			}),
		);
		return said.filter((one) => one !== "");
	};

	it("stores every acknowledged event once, whatever fails", async (context) => {
		await cluster.traffic.phase("all is well");
		await cluster.traffic.start({ perSecond: PER_SECOND, visitors: 400 });
		await pause(BRIEF_MS);
		const recoveries = new Map<string, number[]>();
		for (let round = 0; round < ROUNDS; round++)
			for (const fault of FAULTS) {
				await cluster.traffic.phase(fault.name);
				await fault.begin(cluster);
				await pause(fault.lastsMs);
				await fault.end(cluster);
				const endedAt = performance.now();
				await eventually(waiting, (hosts) => hosts.length === 0, 120_000);
				const times = recoveries.get(fault.name) ?? [];
				recoveries.set(fault.name, [...times, performance.now() - endedAt]);
			}
		const { acknowledged, phases } = await cluster.traffic.stop();
		expect(acknowledged.length).toBeGreaterThan(1000);
		await eventually(
			async () => Number((await cluster.query(STORED))[0]),
			(stored) => stored >= acknowledged.length,
			60_000,
		);
		for (const { name, ...seen } of phases) {
			const recovered = recoveries.get(name)?.map((ms) => `${(ms / 1000).toFixed(1)} s`) ?? [];
			report(
				context,
				"P26",
				`${name}: ${seen.acknowledged} acknowledged, ${seen.failed} sent again, p50 ${seen.p50}, p99 ${seen.p99}, longest ${seen.longest} ms${recovered.length > 0 ? `; all well after ${recovered.join(", ")}` : ""}`,
			);
		}
		expect(await cluster.query(TWICE)).toEqual([]);
		const stored = await cluster.query("SELECT event_id FROM events ORDER BY event_id");
		expect(stored).toEqual([...acknowledged].sort());
		report(
			context,
			"P26",
			`${ROUNDS * FAULTS.length} faults: ${acknowledged.length} acknowledged, ${stored.length} stored, 0 lost, 0 twice; ended by themselves and started again: ${cluster.ended().join(", ") || "none"}`,
		);
	}, 1_800_000);

	it("answers every report alike on both apis", async (context) => {
		const day = new Date().toISOString().slice(0, 10);
		const dayAfter = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		const authorization = `Bearer ${cluster.apiKey}`;
		const answerOf = async (name: HostName, path: string) => {
			const parameters = new URLSearchParams({
				...{ start_date: day, end_date: dayAfter, time_zone: "UTC" },
				...NEEDED_PARAMETERS[path],
			});
			const url = `${cluster.urlOf(name)}/api/sites/${cluster.siteId}${path}?${parameters}`;
			return cluster.get(url, { authorization });
		};
		let answered = 0;
		for (const path of REPORTS.filter((one) => !OF_NOW.includes(one))) {
			const [one, other] = await Promise.all([answerOf("api-1", path), answerOf("api-2", path)]);
			expect([path, other]).toEqual([path, one]);
			if (one.status === 200) answered++;
		}
		expect(answered).toBeGreaterThan(40);
		report(context, "P26", `${answered} reports: the same answers from both apis`);
	}, 300_000);
});
