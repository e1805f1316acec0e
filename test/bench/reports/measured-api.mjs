import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateStore, openStore, rollUpDays } from "@footfall/store";
import { openApi } from "../sizing/open-api.mjs";
import { END, fillStore } from "./report-events.mjs";

/** Where finished stores are kept. */
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), "footfall-bench-reports");

/** The api over the store of a directory, which `fill` makes once. */
export const startMeasuredStore = async (directory, fill) => {
	const accounts = mkdtempSync(join(tmpdir(), "footfall-bench-accounts-"));
	const store = openStore({ directory });
	await migrateStore(store);
	await fill(store);
	// The last day has only just ended, and so is read from its events.
	await rollUpDays(store, { now: END, leastEvents: 10_000 });
	// The events end at a fixed instant, which is "now" for reports that look back.
	const started = performance.now();
	Date.now = () => Math.floor(END + performance.now() - started);
	const { origin, headers, ...api } = await openApi(store, { directory: accounts });
	const ask = ({ path, body }) => api.ask(path, body);
	const close = async () => {
		await api.close();
		await store.close();
		rmSync(accounts, { recursive: true, force: true });
	};
	return { store, ask, close, origin, headers };
};

/** The API over a store with this many events. */
export const startMeasured = (events) =>
	startMeasuredStore(join(DIRECTORY, String(events)), (store) => fillStore(store, events));

/** The same, where all events are those of one site: the largest. */
export const startMeasuredSite = (events) =>
	startMeasuredStore(join(DIRECTORY, `one-site-${events}`), (store) =>
		fillStore(store, events, { isOneSite: true }),
	);
