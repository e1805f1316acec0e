import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import { listedIds } from "@footfall/testing/product/listed-ids";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROUNDS = rounds(8, 120);
const SENDERS = 8;
/** Pause between two events of a sender, so that the events of hundreds of kills can still be read. */
const SENDER_PAUSE_MS = 20;

const data = createTemporaryDirectory();
let product: Product;
beforeAll(async () => {
	product = await startProduct(data.path);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

/** `/ready` is answered by the gateway, `/api/version` by the backend. */
const waitUntilServing = (path: "/ready" | "/api/version") =>
	eventually(
		() =>
			fetch(product.url + path).then(
				(response) => response.status,
				() => 0,
			),
		(status) => status === 200,
	);

/** Sends numbered events from several senders until stopped; keeps a ledger of what was acknowledged. */
const sendUnderLedger = () => {
	const acknowledged = new Set<string>();
	let next = 0;
	let stopped = false;
	const sender = async () => {
		while (!stopped) {
			const number = next++;
			const id = `event-${number}`;
			const event = {
				type: "custom_event",
				site_id: product.siteId,
				id,
				event_name: "ledger",
				hostname: "ledger.test",
				pathname: "/",
				properties: JSON.stringify({ id }),
			};
			// With the key: this many events of one browser would be a bot's, which no report of events shows.
			const headers = { authorization: `Bearer ${product.apiKey}` };
			const stored = await sendBeacon(product.url, event, headers).then(
				async (response) => response.status === 200 && (await response.json()).success === true,
				() => false,
			);
			if (stored) acknowledged.add(id);
			await pause(SENDER_PAUSE_MS);
		}
	};
	const senders = Array.from({ length: SENDERS }, sender);
	return {
		acknowledged,
		stop: async () => {
			stopped = true;
			await Promise.all(senders);
		},
	};
};

describe("kill -9 of either process under load", () => {
	it(`loses and duplicates nothing that was acknowledged in ${ROUNDS} rounds`, async (context) => {
		const ledger = sendUnderLedger();
		let seed = 20261121;
		const random = () => {
			seed = (seed * 1103515245 + 12345) % 2 ** 31;
			return seed / 2 ** 31;
		};
		for (let round = 0; round < ROUNDS; round++) {
			await waitUntilServing("/ready");
			await pause(100 + random() * 500);
			await product.kill(round % 2 === 0 ? "gateway" : "backend");
		}
		await waitUntilServing("/ready");
		await waitUntilServing("/api/version");
		await ledger.stop();
		const acknowledged = [...ledger.acknowledged].sort();
		expect(acknowledged.length).toBeGreaterThan(500);

		// Not by their number: events that a kill left stored but not acknowledged count as well.
		let stored: string[] = [];
		await eventually(
			async () => {
				stored = await listedIds(product, product.siteId, "ledger");
				const once = new Set(stored);
				return acknowledged.filter((id) => !once.has(id));
			},
			(lost) => lost.length === 0,
		);
		const once = new Set(stored);
		expect(stored.length).toBe(once.size);
		report(
			context,
			"P1",
			`${ROUNDS} kills of gateway and backend, ${acknowledged.length} acknowledged, ${once.size} stored, 0 lost, 0 duplicated`,
		);
	}, 900_000);
});
