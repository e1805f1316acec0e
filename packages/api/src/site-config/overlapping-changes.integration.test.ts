import {
	addOrganization,
	addSite,
	changed,
	changesSince,
	sorted,
	updateSite,
} from "@footfall/testing/api/configuration-changes";
import { describeOnPostgres } from "@footfall/testing/api/databases";
import { eventually } from "@footfall/testing/eventually";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { configurationSnapshot } from "./snapshot.ts";

describeOnPostgres("changes of the configuration by transactions that overlap", (open) => {
	it("reach a gateway that polls between their commits, in any order of commits", async () => {
		const engine = await open();
		const { database, close } = await openDatabase(await engine.create(), () => {});
		await addOrganization(database, "one");
		const first = await addSite(database, "one");
		const second = await addSite(database, "one");
		let held = await configurationSnapshot(database);
		const poll = async () => {
			held = changed(held, await changesSince(database, held.version));
		};
		const shown = () => held.sites.filter(({ trackCopy }) => trackCopy).map(({ siteId }) => siteId);

		const earlier = await database.startTransaction().execute();
		await updateSite(earlier, first, { trackCopy: true });
		let isCommitted = false;
		const later = updateSite(database, second, { trackCopy: true }).then(() => {
			isCommitted = true;
		});
		const waiting = sql<{ count: number }>`SELECT count(*)::integer AS "count" FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`;
		await eventually(
			async () => isCommitted || (await waiting.execute(database)).rows[0]?.count === 1,
			(isOver) => isOver,
		);
		await poll();
		await earlier.commit().execute();
		await poll();
		expect(shown()).toContain(first);
		await later;
		await poll();
		expect(shown()).toEqual([first, second]);
		expect(held).toEqual(sorted(await configurationSnapshot(database)));
		await close();
		await engine.close();
	});
});
