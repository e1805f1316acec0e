import type { ConfigurationSnapshot } from "@footfall/shared/site";
import { eventually } from "@footfall/testing/eventually";
import { createGatewayDirectory, startGatewayTier } from "@footfall/testing/gateway/gateway-tier";
import { browserHeaders, startBackend } from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { startTrackLoad, statusesOf } from "@footfall/testing/gateway/track-load";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, describe, expect, it } from "vitest";

const CHANGES = rounds(4, 100);

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

/** A snapshot that excludes one path; its version is the path. */
const excluding = (path: string): ConfigurationSnapshot =>
	snapshotWith([siteOf({ blockBots: false, excludedPaths: [path] })], path);

/** The promise, and the requests that a test needs to notice the change on a machine that may be otherwise busy. */
const LIVE_WITHIN_MS = 1_000;
const REQUESTS_UNTIL_SEEN = 8;

/** The longest request so far on this machine. */
const slowest = (replies: readonly { ms: number }[]): number =>
	replies.reduce((most, { ms }) => Math.max(most, ms), 0);

const isExcluded = async (url: string, pathname: string): Promise<boolean> => {
	const response = await fetch(`${url}/api/track`, {
		method: "POST",
		// Each request on a connection of its own, so that every worker is asked.
		headers: { ...browserHeaders, connection: "close" },
		body: JSON.stringify({ type: "pageview", site_id: "1", pathname }),
	});
	return ((await response.json()) as { message?: string }).message !== undefined;
};

/** Whether several requests in a row, distributed over the workers, are all excluded. */
const isExcludedEverywhere = async (url: string, pathname: string): Promise<boolean> => {
	for (let request = 0; request < 4; request++)
		if (!(await isExcluded(url, pathname))) return false;
	return true;
};

describe("the configuration of a running gateway", () => {
	it(`changes ${CHANGES} times under load without a failed request, and an invalid one is refused`, async (context) => {
		const directory = createGatewayDirectory(excluding("/0"));
		undo.push(directory.remove);
		const backend = await startBackend(excluding("/0"));
		undo.push(backend.close);
		const tier = await startGatewayTier(directory.path, {
			workers: 2,
			environment: { API_URL: backend.origin },
		});
		undo.push(() => tier.stop("SIGKILL"));
		const load = startTrackLoad(tier.url, { senders: 4, pauseMs: 10 });

		const delays: number[] = [];
		const late: string[] = [];
		for (let change = 1; change <= CHANGES; change++) {
			const published = performance.now();
			const before = load.replies.length;
			backend.publish(excluding(`/${change}`));
			await eventually(
				() => isExcludedEverywhere(tier.url, `/${change}`),
				(isLive) => isLive,
			);
			const delay = performance.now() - published;
			delays.push(delay);
			const request = slowest(load.replies.slice(before));
			if (delay > LIVE_WITHIN_MS + REQUESTS_UNTIL_SEEN * request)
				late.push(`${delay.toFixed(0)} ms, while a request took ${request.toFixed(0)} at most`);
		}

		const refused = tier.says("The site configuration could not be fetched");
		backend.publish(JSON.stringify({ version: "bad", sites: [{ siteId: -1 }], ingestionKeys: [] }));
		await refused;
		expect(await isExcludedEverywhere(tier.url, `/${CHANGES}`)).toBe(true);

		const replies = await load.stop();
		expect(late).toEqual([]);
		expect(statusesOf(replies)).toEqual({ 200: replies.length });
		expect(await accountsAt(tier.url)).toMatchObject({ inFlight: 0, unaccounted: 0 });
		report(
			context,
			"P17",
			`${CHANGES} changes live in both workers after ${Math.max(...delays).toFixed(0)} ms at most, ${replies.length} requests meanwhile, 0 failed`,
		);
	});

	it("is the last valid one of an earlier run while the api is unreachable", async () => {
		const directory = createGatewayDirectory(excluding("/old"));
		undo.push(directory.remove);
		const backend = await startBackend(excluding("/new"));
		const environment = { API_URL: backend.origin };
		const first = await startGatewayTier(directory.path, { workers: 2, environment });
		await eventually(
			() => isExcludedEverywhere(first.url, "/new"),
			(isLive) => isLive,
		);
		expect(await first.stop()).toBe(0);
		await backend.close();
		const second = await startGatewayTier(directory.path, { workers: 2, environment });
		undo.push(() => second.stop("SIGKILL"));
		expect(await isExcludedEverywhere(second.url, "/new")).toBe(true);
		expect((await fetch(`${second.url}/ready`)).status).toBe(200);
	});
});
