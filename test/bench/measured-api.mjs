import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApi } from "../../packages/api/dist/index.js";
import { migrateStore, openStore, rollUpDays } from "../../packages/store/dist/index.js";
import { END, fillStore } from "./report-events.mjs";

/** Where the stores are kept that were made once. */
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), "footfall-bench-reports");

/** The api over a store of so many events. */
export const startMeasured = async (events) => {
	const accounts = mkdtempSync(join(tmpdir(), "footfall-bench-accounts-"));
	const store = openStore({ directory: join(DIRECTORY, String(events)) });
	await migrateStore(store);
	await fillStore(store, events);
	// The last day is over only now, and so is read from its events.
	await rollUpDays(store, { now: END, leastEvents: 10_000 });
	// The events end at a fixed instant, which is now for reports that look back.
	const started = performance.now();
	Date.now = () => Math.floor(END + performance.now() - started);
	const quiet = { info: () => {}, warn: () => {}, error: console.error };
	const api = await startApi({
		listen: { host: "127.0.0.1", port: 0 },
		database: { directory: accounts },
		store,
		deleteEvents: async () => {},
		erasePerson: async () => {},
		secret: "the secret of a benchmark, long enough to sign",
		internalToken: "the internal token of a benchmark",
		disableSignup: true,
		owner: { email: "owner@example.com", password: "correct horse battery" },
		logger: quiet,
	});
	const headers = {
		authorization: `Bearer ${api.firstStart.apiKey}`,
		"content-type": "application/json",
	};
	const origin = `http://127.0.0.1:${api.port}`;
	const ask = async ({ path, body }) => {
		const response = await fetch(origin + path, {
			headers,
			...(body && { method: "POST", body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (response.status !== 200) throw new Error(`${path} → ${response.status} ${text}`);
		return text;
	};
	const close = async () => {
		await api.close();
		await store.close();
		rmSync(accounts, { recursive: true, force: true });
	};
	return { store, ask, close, origin, headers };
};
