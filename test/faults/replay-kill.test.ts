import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct, temporaryDirectory } from "../support/product.ts";
import { report } from "../support/promise-figures.ts";
import { rounds } from "../support/rounds.ts";

const ROUNDS = rounds(3, 60);
const SENDERS = 4;

const data = temporaryDirectory();
let product: Product;
beforeAll(async () => {
	product = await startProduct(data.path);
	await fetch(`${product.url}/api/sites/${product.siteId}/config`, {
		method: "PUT",
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify({ sessionReplay: true }),
	});
	await eventually(
		() => send({ events: [] }).then((answer) => answer["message"]),
		(message) => message === undefined,
		10_000,
	);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

/** With the key: a client without a browser's headers would be a bot's. */
const send = async (batch: object): Promise<Record<string, unknown>> => {
	const response = await fetch(`${product.url}/api/session-replay/record/${product.siteId}`, {
		method: "POST",
		headers: { authorization: `Bearer ${product.apiKey}` },
		body: JSON.stringify({ userId: "", ...batch }),
	});
	const body = await response.json();
	if (response.status !== 200) throw new Error(String(response.status));
	return body;
};

/** Sends numbered batches, some of several chunks, until told to stop; remembers what was acknowledged. */
const recordUnderLedger = () => {
	const acknowledged = new Set<number>();
	let next = 0;
	let isStopped = false;
	const sender = async () => {
		while (!isStopped) {
			const number = next++;
			const timestamp = Date.now();
			const padding = "x".repeat(number % 5 === 0 ? 150_000 : 100);
			const events = [0, 1, 2].map((part) => ({
				type: 3,
				timestamp,
				data: { number, part, padding },
			}));
			const stored = await send({ events }).then(
				({ success }) => success === true,
				() => false,
			);
			if (stored) acknowledged.add(number);
			// A dead gateway refuses at once: without a pause the ledger would fill with refusals.
			else await new Promise((resolve) => setTimeout(resolve, 20));
		}
	};
	const senders = Array.from({ length: SENDERS }, sender);
	return {
		acknowledged,
		stop: async () => {
			isStopped = true;
			await Promise.all(senders);
		},
	};
};

interface Replay {
	events: { data: { number: number; part: number } }[];
}

const storedParts = async () => {
	const sessions = await product.get<{ data: { session_id: string }[] }>(
		`/api/sites/${product.siteId}/session-replay/list`,
	);
	const parts: string[] = [];
	for (const { session_id } of sessions.data) {
		const { events } = await product.get<Replay>(
			`/api/sites/${product.siteId}/session-replay/${session_id}`,
		);
		parts.push(...events.map(({ data }) => `${data.number}/${data.part}`));
	}
	return parts;
};

describe("a recording under kill -9", () => {
	it("has every batch that was acknowledged, once", async (context) => {
		const ledger = recordUnderLedger();
		for (let round = 0; round < ROUNDS; round++) {
			const before = ledger.acknowledged.size;
			await eventually(
				async () => ledger.acknowledged.size,
				(size) => size > before + 10,
				60_000,
			);
			await product.kill(round % 2 === 0 ? "gateway" : "backend");
		}
		await eventually(
			() =>
				fetch(`${product.url}/ready`).then(
					({ status }) => status,
					() => 0,
				),
			(status) => status === 200,
			60_000,
		);
		await ledger.stop();
		const expected = [...ledger.acknowledged].flatMap((number) =>
			[0, 1, 2].map((part) => `${number}/${part}`),
		);
		const missing = (parts: readonly string[]) => {
			const found = new Set(parts);
			return expected.filter((part) => !found.has(part)).length;
		};
		const parts = await eventually(
			() => storedParts().catch(() => []),
			(found) => missing(found) === 0,
			60_000,
		);
		expect(new Set(parts).size).toBe(parts.length);
		report(
			context,
			"P1",
			`${ROUNDS} kills -9 while recording: ${ledger.acknowledged.size} batches acknowledged, all stored once`,
		);
	});
});
