import { createHash, createHmac } from "node:crypto";
import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "@footfall/shared/destinations/public-address";
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
const MAX_ANSWER_BYTES = 65_536;
const GATHER_MS = 1000;
const GONE = 410;

const PRIVATE =
	"its address is one of a private network, which this server does not permit (DESTINATION_PRIVATE_NETWORKS)";

/** Resolves a name, and refuses it if any of its addresses is not public: the connection goes to an address of these. */
const publicLookup: LookupFunction = (name, options, found) => {
	lookup(name, { ...options, all: true }, (error, addresses) => {
		if (error) return found(error, "");
		if (!addresses.every(({ address }) => isPublicAddress(address)))
			return found(new TargetError(PRIVATE), "");
		if (options.all) return found(null, addresses);
		const [first] = addresses;
		found(null, first?.address ?? "", first?.family);
	});
};

const REASONS: Readonly<Record<string, string>> = {
	ENOTFOUND: "its name cannot be resolved",
	ECONNREFUSED: "it refuses the connection",
	ECONNRESET: "it broke the connection",
	ETIMEDOUT: "it does not answer",
};

const reasonOf = (error: unknown): string => {
	if (error instanceof TargetError) return error.message;
	const { code = "", message } = error as NodeJS.ErrnoException;
	return REASONS[code] ?? message;
};

/** POSTs a body, without following redirects. Resolves to the status, and rejects when there is no whole answer. */
const post = (
	url: URL,
	headers: Record<string, string>,
	body: string,
	privateNetworks: boolean,
): Promise<number> =>
	new Promise((resolve, reject) => {
		const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
		if (!privateNetworks && isIP(host) > 0 && !isPublicAddress(host))
			return reject(new TargetError(PRIVATE));
		const { request } = url.protocol === "https:" ? https : http;
		const sent = request(
			url,
			{
				...{ method: "POST", headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) },
				...(privateNetworks ? {} : { lookup: publicLookup }),
			},
			(answer) => {
				let bytes = 0;
				answer.on("data", (chunk: Buffer) => {
					bytes += chunk.length;
					if (bytes > MAX_ANSWER_BYTES)
						answer.destroy(new TargetError("its answer is larger than 64 kB"));
				});
				answer.once("end", () => resolve(answer.statusCode ?? 0));
				answer.once("error", reject);
			},
		);
		sent.once("error", reject);
		sent.end(body);
	});

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
		let status: number;
		try {
			status = await post(url, headers, body, privateNetworks);
		} catch (error) {
			const isLate =
				(error as Error).name === "TimeoutError" || (error as Error).name === "AbortError";
			const reason = isLate ? "it does not answer within 10 s" : reasonOf(error);
			throw new TargetError(`${url.host} takes no events: ${reason}`);
		}
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
