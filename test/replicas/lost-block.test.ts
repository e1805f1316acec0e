import { openServer } from "@footfall/store";
import { missingReplicas, type Replicas, startReplicas } from "@footfall/testing/cluster/replicas";
import { eventually } from "@footfall/testing/eventually";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, expect, it } from "vitest";

const COLUMNS = ["site_id", "event_id", "timestamp"];
const TODAY = new Date().toISOString().slice(0, 10);
const IDS = "SELECT event_id FROM events ORDER BY event_id";

describeWithEngine("two replicas with a quorum of 1", missingReplicas(), () => {
	let cluster: Replicas;
	beforeAll(async () => {
		cluster = await startReplicas(2);
	});
	afterAll(() => cluster?.close());

	it("store on when the one dies that has the last block alone, and have that block when it is back", async () => {
		const [first, second] = cluster.replicas;
		const said: string[] = [];
		const store = await openServer({
			...{ url: cluster.url, cluster: "{cluster}", insertQuorum: "1" },
			switched: () => said.push("switched"),
			incomplete: (_server, blocks) => said.push(`without ${blocks} block`),
		});
		const insert = (id: string) =>
			store.insert("events", COLUMNS, [[1, id, TODAY]], { deduplicationToken: id });
		await insert("on-both");
		await eventually(
			async () => second?.query(IDS),
			(ids) => ids?.length === 1,
		);
		await second?.query("SYSTEM STOP FETCHES events");
		await insert("on-the-first-alone");
		await first?.kill();
		await second?.query("SYSTEM START FETCHES events");
		await insert("on-the-second");
		expect(said).toEqual(["without 1 block", "switched"]);
		expect(await second?.query(IDS)).toEqual(["on-both", "on-the-second"]);
		// As a loader does that takes over a partition.
		await store.catchUp?.(["events"]);
		expect(said).toEqual(["without 1 block", "switched", "without 1 block"]);
		await first?.start();
		const all = ["on-both", "on-the-first-alone", "on-the-second"];
		for (const { query } of cluster.replicas)
			expect(
				await eventually(
					() => query(IDS),
					(ids) => ids.length === 3,
				),
			).toEqual(all);
		await store.close();
	});
});
