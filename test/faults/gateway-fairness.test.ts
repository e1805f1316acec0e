import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { afterEach, describe, expect, it } from "vitest";
import { accountsAt } from "../support/accounts.ts";
import { gatewayDirectory, startGatewayTier } from "../support/gateway-tier.ts";
import { report } from "../support/promise-figures.ts";
import { rounds } from "../support/rounds.ts";
import { siteOf, snapshotWith } from "../support/running-gateway.ts";
import { quantileOf, type Reply, startTrackLoad, statusesOf } from "../support/track-load.ts";

const SECONDS = rounds(3, 20);
const QUIET_SITES = [1, 2, 3] as const;
const NOISY_SITE = 4;
const FLOOD_SENDERS = 300;

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const sites = [...QUIET_SITES, NOISY_SITE].map((number) =>
	siteOf({
		siteId: number as SiteNumber,
		id: String(number).repeat(12) as SiteKey,
		blockBots: false,
	}),
);

const pass = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

describe("a site that sends all it can", () => {
	it("is the only one that is told to slow down", async (context) => {
		const directory = gatewayDirectory(snapshotWith(sites));
		undo.push(directory.remove);
		const tier = await startGatewayTier(directory.path, { workers: 2 });
		undo.push(() => tier.stop("SIGKILL"));

		const quietLoad = async (name: string): Promise<Reply[]> => {
			const loads = QUIET_SITES.map((site) =>
				startTrackLoad(tier.url, {
					senders: 2,
					siteId: String(site),
					pauseMs: 20,
					name: `${name}-${site}`,
				}),
			);
			await pass(SECONDS);
			return (await Promise.all(loads.map((load) => load.stop()))).flat();
		};

		const noiseOf = (name: string, senders: number, pauseMs: number) =>
			startTrackLoad(tier.url, { senders, pauseMs, siteId: String(NOISY_SITE), name });

		const alone = await quietLoad("alone");
		const tenfold = noiseOf("tenfold", 20, 20);
		const beside = await quietLoad("beside");
		const noisy = await tenfold.stop();
		const flood = noiseOf("flood", FLOOD_SENDERS, 0);
		const flooded = await quietLoad("flooded");
		const floods = await flood.stop();

		for (const quiet of [alone, beside, flooded])
			expect(statusesOf(quiet)).toEqual({ 200: quiet.length });
		expect(statusesOf(noisy)).toEqual({ 200: noisy.length });
		const { 200: stored = 0, 429: refused = 0, ...others } = statusesOf(floods);
		expect([stored > 0, others]).toEqual([true, {}]);
		const all = [alone, beside, flooded, noisy, floods];
		expect(await accountsAt(tier.url)).toMatchObject({
			received: all.reduce((total, { length }) => total + length, 0),
			inFlight: 0,
			unaccounted: 0,
			rejected: refused,
		});
		const p99 = (replies: Reply[]) => quantileOf(replies, 0.99).toFixed(0);
		report(
			context,
			"P21",
			`quiet sites' p99 ${p99(alone)} ms alone, ${p99(beside)} ms beside ten times a site's events, ${p99(flooded)} ms in a flood of ${floods.length} (sent from the same process), of which ${refused} were refused and none of theirs`,
		);
	});
});
