import { createHash, createHmac } from "node:crypto";
import { envelopeOfRow } from "../rows/envelope-of-row.ts";
import { type Answer, sendRequest } from "./request.ts";
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

const REASONS: Readonly<Record<string, string>> = {
	ENOTFOUND: "its name cannot be resolved",
	ECONNREFUSED: "it refuses the connection",
	ECONNRESET: "it broke the connection",
	ETIMEDOUT: "it does not answer",
};

const reasonOf = (error: unknown): string => {
	const { code = "", message } = error as NodeJS.ErrnoException;
	return REASONS[code] ?? message;
};

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
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");

	const send = async (id: string, type: string, data: string): Promise<void> => {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const body = `{"type":"${type}","timestamp":"${new Date().toISOString()}","data":${data}}`;
		const signature = createHmac("sha256", key)
			.update(`${id}.${timestamp}.${body}`)
			.digest("base64");
		const headers = {
			...{ "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) },
			...{ "webhook-id": id, "webhook-timestamp": timestamp },
			...{ "webhook-signature": `v1,${signature}`, "user-agent": "Footfall" },
		};
		let answer: Answer;
		try {
			const signal = AbortSignal.timeout(TIMEOUT_MS);
			answer = await sendRequest(url, { method: "POST", headers, body, signal, privateNetworks });
		} catch (error) {
			const isLate =
				(error as Error).name === "TimeoutError" || (error as Error).name === "AbortError";
			const reason = isLate ? "it does not answer within 10 s" : reasonOf(error);
			throw new TargetError(`${url.host} takes no events: ${reason}`);
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
