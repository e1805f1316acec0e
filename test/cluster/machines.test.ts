import { pause } from "@footfall/shared/waiting/pause";
import { ROUTES } from "@footfall/testing/api/access-table";
import { type Cluster, type HostName, startCluster } from "@footfall/testing/cluster/cluster";
import { missingTier } from "@footfall/testing/cluster/engines";
import { eventually } from "@footfall/testing/eventually";
import { NEEDED_PARAMETERS } from "@footfall/testing/model/needed-parameters";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ALL_FAULTS, BRIEF_MS, ONE_OF_EACH_KIND } from "./machine-faults.ts";

/** One fault of each kind; with FOOTFALL_ROUNDS, all of them that often. */
const IS_SHORT = process.env["FOOTFALL_ROUNDS"] === undefined;
const ROUNDS = rounds(1, 3);
const FAULTS = IS_SHORT ? ONE_OF_EACH_KIND : ALL_FAULTS;
const PER_SECOND = IS_SHORT ? 50 : 100;
const UNDER_TRAFFIC_MS = IS_SHORT ? 15_000 : 60_000;
const WITHOUT_TRAFFIC_MS = 180_000;
const WITHIN_MS = IS_SHORT ? 900_000 : 1_800_000;

const ROLES = ["api-1", "api-2", "loader-1", "loader-2", "gateway-1", "gateway-2"] as const;
const STORED = "SELECT count() FROM events";
const TWICE = "SELECT event_id FROM events GROUP BY event_id HAVING count() > 1 ORDER BY event_id";

/** Every report of a site that needs no path parameter. */
const REPORTS = ROUTES.flatMap(({ routes }) => [...routes]).flatMap((route) => {
	const [, path = ""] = /^GET \/api\/sites\/\{site\}(\/.*)$/.exec(route) ?? [];
	return path === "" || path.includes("{") || path.startsWith("/export") ? [] : [path];
});
/** These depend on the current moment. */
const OF_NOW = ["/live", "/live-user-count"];
/** These say where a range ends, which is now until it has ended. */
const NAMES_ITS_END = ["/changes"];

describeWithEngine("the product on hosts of its own", missingTier(), () => {
	let cluster: Cluster;
	beforeAll(async () => {
		cluster = await startCluster();
	}, 600_000);
	afterAll(() => cluster?.remove(), 240_000);

	/** The hosts that are not ready, with their answers. */
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

	/**
	 * Resolves to how long recovery took, and whether it needed a pause in traffic. A machine that is busy with other
	 * work may never catch up under traffic; without it, everything has to.
	 */
	const recovered = async () => {
		const since = performance.now();
		const isWell = (hosts: string[]) => hosts.length === 0;
		const elapsed = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
		const hosts = await eventually(
			waiting,
			(hosts) => isWell(hosts) || performance.now() - since > UNDER_TRAFFIC_MS,
			2 * UNDER_TRAFFIC_MS,
		);
		if (isWell(hosts)) return elapsed();
		await cluster.traffic.hold(true);
		await eventually(waiting, isWell, WITHOUT_TRAFFIC_MS);
		await cluster.traffic.hold(false);
		return `${elapsed()}, the last of it without traffic`;
	};

	it(
		"stores every acknowledged event once, whatever fails",
		async (context) => {
			await cluster.traffic.phase("all is well");
			await cluster.traffic.start({ perSecond: PER_SECOND, visitors: 400 });
			await pause(BRIEF_MS);
			const recoveries = new Map<string, string[]>();
			for (let round = 0; round < ROUNDS; round++)
				for (const fault of FAULTS) {
					await cluster.traffic.phase(fault.name);
					await fault.begin(cluster);
					await pause(fault.lastsMs);
					await fault.end(cluster);
					recoveries.set(fault.name, [...(recoveries.get(fault.name) ?? []), await recovered()]);
				}
			const { acknowledged, phases } = await cluster.traffic.stop();
			expect(acknowledged.length).toBeGreaterThan(1000);
			await eventually(
				async () => Number((await cluster.query(STORED))[0]),
				(stored) => stored >= acknowledged.length,
			);
			for (const { name, ...seen } of phases) {
				const times = recoveries.get(name) ?? [];
				report(
					context,
					"P26",
					`${name}: ${seen.acknowledged} acknowledged, ${seen.failed} sent again, p50 ${seen.p50}, p99 ${seen.p99}, longest ${seen.longest} ms${times.length > 0 ? `; all well after ${times.join(", ")}` : ""}`,
				);
			}
			expect(await cluster.query(TWICE)).toEqual([]);
			const stored = await cluster.query("SELECT event_id FROM events ORDER BY event_id");
			expect(stored).toEqual([...acknowledged].sort());
			report(
				context,
				"P26",
				`${ROUNDS * FAULTS.length} faults: ${acknowledged.length} acknowledged, ${stored.length} stored, 0 lost, 0 duplicated; ended by themselves and started again: ${cluster.ended().join(", ") || "none"}`,
			);
		},
		WITHIN_MS,
	);

	it("answers every report identically from both apis", async (context) => {
		const day = new Date().toISOString().slice(0, 10);
		const dayAfter = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		const lastSecond = new Date(Date.now() - 1000).toISOString().slice(0, 19).replace("T", " ");
		const ended = { start_datetime: `${day} 00:00:00`, end_datetime: lastSecond };
		const running = { start_date: day, end_date: dayAfter };
		const authorization = `Bearer ${cluster.apiKey}`;
		const answerOf = async (name: HostName, path: string) => {
			const parameters = new URLSearchParams({
				...(NAMES_ITS_END.includes(path) ? ended : running),
				...{ time_zone: "UTC", ...NEEDED_PARAMETERS[path] },
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
