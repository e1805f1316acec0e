import { createGatewayDirectory, startGatewayTier } from "@footfall/testing/gateway/gateway-tier";
import { browserHeaders } from "@footfall/testing/gateway/running-gateway";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, describe, expect, it } from "vitest";

const ROUNDS = rounds(2, 20);
const BATCHES = 10;
const BATCH = 50;

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

interface Answer {
	results: { id: string; status: string }[];
}

const send = async (url: string, ids: readonly string[]): Promise<Answer> => {
	const events = ids.map((id) => ({ type: "pageview", site_id: "1", pathname: "/", id }));
	const response = await fetch(`${url}/api/track`, {
		method: "POST",
		headers: browserHeaders,
		body: JSON.stringify(events),
	});
	return (await response.json()) as Answer;
};

const statusesIn = ({ results }: Answer) => [...new Set(results.map(({ status }) => status))];

describe(`${ROUNDS} kills of a gateway`, () => {
	it("do not make it forget the id of any acknowledged event", async (context) => {
		const directory = createGatewayDirectory();
		undo.push(directory.remove);
		const start = async () => {
			const tier = await startGatewayTier(directory.path, { workers: 2 });
			undo.push(() => tier.stop("SIGKILL"));
			return tier;
		};
		let tier = await start();
		let repeats = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const batches = Array.from({ length: BATCHES }, (_, batch) =>
				Array.from({ length: BATCH }, (_, nth) => `${round}-${batch}-${nth}`),
			);
			const answers = await Promise.all(batches.map((ids) => send(tier.url, ids)));
			expect(answers.map(statusesIn)).toEqual(batches.map(() => ["stored"]));
			await tier.stop("SIGKILL");
			tier = await start();
			const again = await Promise.all(batches.map((ids) => send(tier.url, ids)));
			expect(again.map(statusesIn)).toEqual(batches.map(() => ["duplicate"]));
			repeats += batches.length * BATCH;
		}
		report(
			context,
			"P6",
			`${ROUNDS} kills of a gateway: ${repeats} repeats reported as duplicates`,
		);
	}, 300_000);
});
