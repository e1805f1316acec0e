import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BATCHES = rounds(60, 2_000);
/** Only one site: with several, a machine under pressure refuses the one that sends most. */
const SITE = siteOf({ excludedPaths: ["/private"], blockBots: false });

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith([SITE]) });
});
afterAll(() => running.stop());

/** An event with a known outcome; the number makes its id unique. */
type Kind = "stored" | "filtered" | "duplicate" | "rejected";
const KINDS: readonly Kind[] = ["stored", "filtered", "duplicate", "rejected"];
const REJECTED: readonly unknown[] = [
	null,
	7,
	"text",
	[],
	{},
	{ type: "pageview", site_id: "99" },
	{ type: "pageview", site_id: 1 },
	{ type: "nothing", site_id: "1" },
	{ type: "pageview", site_id: "1", screenWidth: -1 },
	{ type: "pageview", site_id: "1", api_key: "guess" },
	{ type: "pageview", site_id: "1", feature_flags: { a: 1 } },
	{ type: "custom_event", site_id: "1", event_name: "a", properties: "{" },
];

let number = 0;
const eventOf = (kind: Kind, choice: number): unknown => {
	if (kind === "rejected") return REJECTED[choice % REJECTED.length];
	const id = kind === "duplicate" ? "the same" : `event-${number++}`;
	return kind === "filtered"
		? { type: "pageview", site_id: "1", pathname: "/private", id }
		: { type: "pageview", site_id: "1", pathname: "/", id };
};

const sendBatch = async (events: unknown[]) => {
	const response = await fetch(`${running.url}/api/track`, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": "81.2.69.142" },
		body: JSON.stringify(events),
	});
	return { status: response.status, body: (await response.json()) as Reply };
};
interface Reply {
	accepted: number;
	results: { status: Kind; error?: string }[];
}

describe("a batch of good and bad events", () => {
	it(`is answered event by event, and no event changes another's outcome, in ${BATCHES} batches`, async (context) => {
		await sendBatch([{ type: "pageview", site_id: "1", pathname: "/", id: "the same" }]);
		let events = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(100)), {
					minLength: 1,
					maxLength: 120,
					size: "max",
				}),
				async (kinds) => {
					const { status, body } = await sendBatch(
						kinds.map(([kind, choice]) => eventOf(kind, choice)),
					);
					const expected = kinds.map(([kind]) => kind);
					events += expected.length;
					expect(body.results.map((result) => result.status)).toEqual(expected);
					const accepted = expected.filter((kind) => kind !== "rejected").length;
					expect([status, body.accepted]).toEqual([accepted === 0 ? 400 : 200, accepted]);
					for (const { status, error } of body.results)
						expect(error === undefined).toBe(status === "stored" || status === "duplicate");
				},
			),
			{ numRuns: BATCHES },
		);
		report(context, "P12", `${events} events in ${BATCHES} batches: each with its own outcome`);
	}, 600_000);

	it("leaves the counters balanced, and as many records as events that were stored", async () => {
		const accounts = await accountsAt(running.url);
		expect(accounts).toMatchObject({ inFlight: 0, unaccounted: 0 });
		const records = await running.appended(accounts.stored);
		expect(records.length).toBe(accounts.stored);
		expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
	});
});
