import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import { changeSettings } from "@footfall/testing/product/change-settings";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { rounds } from "@footfall/testing/rounds";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SENDERS = 4;
/** Pause between two batches of a sender, so that after hundreds of kills a recording can still be read at once. */
const SENDER_PAUSE_MS = 100;

let data: ReturnType<typeof createTemporaryDirectory>;
let product: Product;

const start = async (environment: NodeJS.ProcessEnv) => {
	data = createTemporaryDirectory();
	product = await startProduct(data.path, environment);
	await changeSettings(product, { sessionReplay: true });
};

const end = async () => {
	await product.stop();
	data.remove();
};

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

/** Sends numbered batches, some of several chunks, until stopped; remembers what was acknowledged. */
const recordUnderLedger = () => {
	const acknowledged = new Set<number>();
	let next = 0;
	let isStopped = false;
	const sender = async () => {
		while (!isStopped) {
			const number = next++;
			const timestamp = Date.now();
			const padding = "x".repeat(number % 50 === 0 ? 150_000 : 100);
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
			await pause(SENDER_PAUSE_MS);
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

const isReady = () =>
	eventually(
		() =>
			fetch(`${product.url}/ready`).then(
				({ status }) => status,
				() => 0,
			),
		(status) => status === 200,
	);

/**
 * Kills a role this many times, half of the times while everything works and half as soon as its process exists.
 * Resolves to how many batches were acknowledged once all of them can be played.
 */
const killWhileRecording = async (
	kills: number,
	roleOf: (round: number) => "gateway" | "backend",
) => {
	const ledger = recordUnderLedger();
	for (let round = 0; round < kills; round++) {
		if (round % 4 < 2) await isReady();
		const before = ledger.acknowledged.size;
		await eventually(
			async () => ledger.acknowledged.size,
			(size) => size > before + 10,
		);
		await product.kill(roleOf(round));
	}
	await isReady();
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
		180_000,
	);
	expect(new Set(parts).size).toBe(parts.length);
	return ledger.acknowledged.size;
};

/** A kill, the start after it, and later acknowledged batches, on a busy machine; then the recordings are read. */
const timeoutOf = (kills: number) => 240_000 + kills * 30_000;

describe("a recording under kill -9", () => {
	beforeAll(() => start({}));
	afterAll(end);

	const kills = rounds(3, 60);
	it("contains every batch that was acknowledged, once", {
		timeout: timeoutOf(kills),
	}, async (context) => {
		const size = await killWhileRecording(kills, (round) =>
			round % 2 === 0 ? "gateway" : "backend",
		);
		report(
			context,
			"P1",
			`${kills} times kill -9 while recording: ${size} batches acknowledged, all stored once`,
		);
	});
});

describeWithEngine("a recording in a bucket under kill -9", missingS3(), () => {
	let server: S3Server;
	beforeAll(async () => {
		server = await startS3();
		const { endpoint, bucket, region, accessKey, secretKey } = server.settings;
		await start({
			REPLAY_BUCKET: bucket,
			REPLAY_BUCKET_ENDPOINT: endpoint,
			REPLAY_BUCKET_REGION: region,
			REPLAY_BUCKET_ACCESS_KEY: accessKey,
			REPLAY_BUCKET_SECRET_KEY: secretKey,
		});
	});
	afterAll(async () => {
		await end();
		await server.remove();
	});

	const kills = rounds(1, 40);
	it("contains every batch that was acknowledged, once, and does not print the bucket's secret key", {
		timeout: timeoutOf(kills),
	}, async (context) => {
		const size = await killWhileRecording(kills, () => "backend");
		expect(server.names().length).toBeGreaterThanOrEqual(size);
		expect(product.output()).not.toContain(server.settings.secretKey);
		report(
			context,
			"P1",
			`${kills} times kill -9 while recording into a bucket: ${size} batches acknowledged, all stored once`,
		);
	});
});
