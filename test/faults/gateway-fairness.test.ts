import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { pause } from "@footfall/shared/waiting/pause";
import { createGatewayDirectory, startGatewayTier } from "@footfall/testing/gateway/gateway-tier";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import {
	quantileOf,
	type Reply,
	startTrackLoad,
	statusesOf,
} from "@footfall/testing/gateway/track-load";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { type Noise, sendNoise } from "@footfall/testing/product/noise";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, describe, expect, it } from "vitest";

const SECONDS = rounds(3, 20);
const QUIET_SITES = [1, 2, 3] as const;
const NOISY_SITE = 4;
const FLOOD_CONNECTIONS = 300;
/** An otherwise busy machine may be slow to answer anybody; what counts is that none of these is refused. */
const PATIENCE_MS = 60_000;

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

const pass = (seconds: number) => pause(seconds * 1_000);

describe("a site that sends all it can", () => {
	it("is the only one that is throttled", async (context) => {
		const directory = createGatewayDirectory(snapshotWith(sites));
		undo.push(directory.remove);
		const tier = await startGatewayTier(directory.path, { workers: 2 });
		undo.push(() => tier.stop("SIGKILL"));

		const all: number[] = [];
		const quietLoad = async (name: string): Promise<Reply[]> => {
			const loads = QUIET_SITES.map((site) =>
				startTrackLoad(tier.url, {
					senders: 2,
					siteId: String(site),
					pauseMs: 20,
					patienceMs: PATIENCE_MS,
					name: `${name}-${site}`,
				}),
			);
			await pass(SECONDS);
			return (await Promise.all(loads.map((load) => load.stop()))).flat();
		};
		/** Runs a little longer than the quiet load beside it. */
		const besideNoise = async (name: string, noise: { connections: number; rate?: number }) => {
			const noisy = sendNoise({
				port: tier.port,
				siteId: String(NOISY_SITE),
				seconds: SECONDS + 1,
				...noise,
			});
			const quiet = await quietLoad(name);
			return { quiet, noisy: await noisy };
		};

		await quietLoad("warm-up").then((replies) => all.push(replies.length));
		const alone = await quietLoad("alone");
		const rate = (10 * alone.length) / QUIET_SITES.length / SECONDS;
		const tenfold = await besideNoise("tenfold", { connections: 32, rate });
		const flood = await besideNoise("flood", { connections: FLOOD_CONNECTIONS });

		for (const quiet of [alone, tenfold.quiet, flood.quiet])
			expect(statusesOf(quiet)).toEqual({ 200: quiet.length });
		const refusedOf = ({ others }: Noise) => {
			const { 429: refused = 0, ...faults } = others;
			expect(faults).toEqual({});
			return refused;
		};
		// On an otherwise busy machine, ten times may be too much as well.
		const refused = refusedOf(flood.noisy);
		const rejected = refusedOf(tenfold.noisy) + refused;
		all.push(alone.length, tenfold.quiet.length, tenfold.noisy.replies);
		all.push(flood.quiet.length, flood.noisy.replies);
		expect(await accountsAt(tier.url)).toMatchObject({
			received: all.reduce((total, replies) => total + replies),
			inFlight: 0,
			unaccounted: 0,
			rejected,
		});
		const p99 = (replies: Reply[]) => quantileOf(replies, 0.99).toFixed(0);
		const stored = flood.noisy.replies - refused;
		report(
			context,
			"P21",
			`quiet sites' p99 ${p99(alone)} ms alone, ${p99(tenfold.quiet)} ms beside ten times a site's events (${rate.toFixed(0)}/s), ${p99(flood.quiet)} ms in a flood of ${(flood.noisy.replies / (SECONDS + 1)).toFixed(0)}/s, of which ${stored} were stored, ${refused} refused and none of theirs`,
		);
	});
});
