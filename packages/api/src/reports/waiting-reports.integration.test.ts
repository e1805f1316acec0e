import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStore, openStore } from "@footfall/store";
import { embeddedDatabase } from "@footfall/testing/api/databases";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ClientDisconnectedError } from "../http/disconnect.ts";

const directory = mkdtempSync(join(tmpdir(), "footfall-waiting-"));
let databases: Awaited<ReturnType<typeof embeddedDatabase.open>>;
let store: EventStore;
let api: PopulatedApi;
/** The outcome of each statement of a report. */
let outcomes: unknown[];
let asked: number;
let pipes = 0;

beforeAll(async () => {
	databases = await embeddedDatabase.open();
	await copyEmptyStore(directory);
	store = openStore({ directory, maxWaiting: 3 });
	api = await startPopulatedApi(await databases.create(), {
		store: {
			...store,
			query: async <Row>(...statement: Parameters<EventStore["query"]>): Promise<Row[]> => {
				asked += 1;
				try {
					const rows = await store.query<Row>(...statement);
					outcomes.push("answered");
					return rows;
				} catch (error) {
					outcomes.push(error);
					throw error;
				}
			},
		},
	});
});
afterAll(async () => {
	await api.close();
	await store.close();
	await databases.close();
	rmSync(directory, { recursive: true });
});
beforeEach(() => {
	outcomes = [];
	asked = 0;
});

/**
 * Occupies all slots for heavy statements, each for another caller, with reads from pipes that stay empty until
 * released.
 */
const occupy = async () => {
	const held = await Promise.all(
		["one", "other", "third"].map(async (tenant) => {
			const pipe = join(directory, `${tenant}-${pipes++}`);
			execFileSync("mkfifo", [pipe]);
			const requester = { tenant, caller: "", part: "" };
			const read = store.query(
				`SELECT count() FROM file('${pipe}', 'LineAsString', 'line String')`,
				{},
				{ priority: "heavy", requester },
			);
			// Resolves once the engine has opened it too.
			return { read, writer: await open(pipe, "w") };
		}),
	);
	const release = async () => {
		await Promise.all(held.map(({ writer }) => writer.close()));
		await Promise.all(held.map(({ read }) => read));
	};
	// A test that fails leaves no slot occupied for the next one.
	onTestFinished(release);
	return { release };
};

describe("a waiting report", () => {
	it("is answered when a slot becomes free", async () => {
		const { release } = await occupy();
		const path = `/api/sites/${api.site.siteId}/sessions/locations?past_minutes_end=0&past_minutes_start=`;
		const answers = [20, 21].map((minutes) =>
			api.ask(path + minutes, { headers: api.as.ownerKey }),
		);
		await expect.poll(() => asked).toBe(2);
		await release();
		expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
	});

	it("is refused with a retry time when too many wait already", async () => {
		const { release } = await occupy();
		const path = `/api/sites/${api.site.siteId}/sessions/locations?past_minutes_end=0&past_minutes_start=`;
		const answers = Array.from({ length: 8 }, (_, minutes) =>
			api.ask(path + (minutes + 1), { headers: api.as.ownerKey }),
		);
		await expect.poll(() => outcomes).toHaveLength(5);
		await release();
		const all = await Promise.all(answers);
		expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
		const refused = all.filter(({ status }) => status === 503);
		expect(refused).toHaveLength(5);
		for (const { headers, body } of refused) {
			expect(headers.get("retry-after")).toBe("5");
			expect(body).toMatchObject({
				code: "UNAVAILABLE",
				error: "Too many reports are waiting",
			});
		}
	});

	it("is cancelled when its client disconnects, and logs nothing", async () => {
		const { release } = await occupy();
		const gone = new AbortController();
		const path = `/api/sites/${api.site.siteId}/sessions/locations`;
		const answer = fetch(api.origin + path, { headers: api.as.ownerKey, signal: gone.signal });
		await expect.poll(() => asked).toBe(1);
		const logged = api.logged.length;
		gone.abort();
		await expect(answer).rejects.toThrow();
		await expect.poll(() => outcomes).toEqual([expect.any(ClientDisconnectedError)]);
		await release();
		expect(api.logged.slice(logged)).toEqual([]);
	});
});
