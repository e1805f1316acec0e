import { createHash } from "node:crypto";
import { reasonOfFailure } from "@footfall/shared/destinations/reason-of-failure";
import { type Answer, sendRequest } from "@footfall/shared/destinations/send-request";
import { signWebhook } from "@footfall/shared/destinations/sign-webhook";
import { envelopeOfRow } from "../rows/envelope-of-row.ts";
import { type Delivery, type Target, TargetError } from "./target.ts";

export interface HttpTargetOptions {
	/** `whsec_` and base64. */
	secret: string;
	/** Whether the server may have an address of a private network. */
	privateNetworks: boolean;
}

const MAX_ROWS = 500;
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 10_000;
const GATHER_MS = 1000;
const GONE = 410;

/** Texts in groups of at most so many bytes, each at least one text. */
const inBatches = (texts: readonly string[]): string[][] => {
	const batches: string[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const text of texts) {
		bytes += Buffer.byteLength(text) + 1;
		if (bytes > MAX_BYTES) {
			batches.push([]);
			bytes = Buffer.byteLength(text);
		}
		batches.at(-1)?.push(text);
	}
	return batches;
};

/**
 * Batches of envelopes by POST, signed as Standard Webhooks says. A batch that is sent again has the same `webhook-id`, and
 * each event its id.
 */
export const createHttpTarget = (
	address: string,
	{ secret, privateNetworks }: HttpTargetOptions,
): Target => {
	const url = new URL(address);

	const send = async (id: string, type: string, data: string): Promise<void> => {
		const now = new Date();
		const body = `{"type":"${type}","timestamp":"${now.toISOString()}","data":${data}}`;
		const headers = {
			...{ "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) },
			...signWebhook(secret, { id, body, now }),
			"user-agent": "Footfall",
		};
		let answer: Answer;
		try {
			const signal = AbortSignal.timeout(TIMEOUT_MS);
			answer = await sendRequest(url, { method: "POST", headers, body, signal, privateNetworks });
		} catch (error) {
			throw new TargetError(`${url.host} takes no events: ${reasonOfFailure(error)}`);
		}
		const { status } = answer;
		if (status >= 200 && status < 300) return;
		throw new TargetError(
			status === GONE
				? `${url.host} answers with 410: it wants no events any more`
				: `${url.host} takes no events: it answers with ${status}, but 2xx is needed`,
			status === GONE,
		);
	};

	return {
		maxRows: MAX_ROWS,
		gatherMs: GATHER_MS,
		deliver: async ({ partition, from, rows }: Delivery) => {
			const batches = inBatches(rows.map((row) => JSON.stringify(envelopeOfRow(row))));
			for (const [index, batch] of batches.entries()) {
				const name = createHash("sha256").update(`${partition}:${from}:${index}`).digest("hex");
				await send(`msg_${name.slice(0, 24)}`, "events", `[${batch.join(",")}]`);
			}
		},
		check: () => send("msg_test", "test", "[]"),
		close: async () => {},
	};
};
