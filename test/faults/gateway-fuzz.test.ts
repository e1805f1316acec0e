import http from "node:http";
import { startGatewayProcess } from "@footfall/testing/gateway/gateway-process";
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
import { type HostileRequest, hostileRequests } from "../corpus/hostile-requests.ts";

const CASES = rounds(3_000, 100_000);
const WITHIN_MS = 60_000 + CASES * 60;
const AT_ONCE = 16;

let running: RunningGateway;
let agent: http.Agent;
beforeAll(async () => {
	running = await runGateway({
		snapshot: snapshotWith([siteOf({ blockBots: true, saltUserIds: true, trackIp: true })]),
	});
	agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
});
afterAll(async () => {
	agent.destroy();
	await running.stop();
});

const PATHS = [
	"/api/track",
	"/api/identify",
	"/api/event",
	"/api/send",
	"/api/batch",
	"/v1/track",
	"/v1/batch",
	"/matomo.php",
	"/mp/collect",
	"/debug/mp/collect",
] as const;

/** A network of its own for each request: requests per network are limited. */
let networks = 0;
const networkOf = (number: number) =>
	`2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`;

const statusOf = (address: string, { headers, body }: Omit<HostileRequest, "name">) =>
	new Promise<number>((resolve, reject) => {
		const request = http.request(
			address,
			{
				method: "POST",
				agent,
				headers: {
					...browserHeaders,
					"x-forwarded-for": networkOf(networks++),
					...headers,
					"content-length": body.length,
				},
			},
			(response) => {
				response.on("end", () => resolve(response.statusCode ?? 0));
				response.on("error", reject);
				response.resume();
			},
		);
		request.on("error", reject);
		request.end(body);
	});

const ANSWERS = new Set([200, 202, 204, 400, 403, 404, 413, 415, 422]);

/** A request that begins as one of the corpus and is then corrupted somewhere. */
const mutated = fc
	.record({
		seed: fc.constantFrom(...hostileRequests.filter(({ body }) => body.length < 5_000)),
		other: fc.constantFrom(...hostileRequests.filter(({ body }) => body.length < 5_000)),
		cut: fc.double({ min: 0, max: 1, noNaN: true }),
		flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
			maxLength: 4,
		}),
		splice: fc.boolean(),
	})
	.map(({ seed, other, cut, flips, splice }) => {
		const at = Math.floor(seed.body.length * cut);
		const body = splice
			? Buffer.concat([seed.body.subarray(0, at), other.body.subarray(at)])
			: Buffer.from(seed.body);
		for (const [where, value] of flips)
			if (body.length > 0) body[Math.floor((body.length - 1) * where)] = value;
		return { headers: seed.headers ?? {}, body };
	});

/** An event whose fields have valid names and arbitrary values. */
const FIELDS = [
	"type",
	"site_id",
	"hostname",
	"pathname",
	"querystring",
	"page_title",
	"referrer",
	"language",
	"screenWidth",
	"user_id",
	"anonymous_id",
	"tag",
	"feature_flags",
	"ip_address",
	"user_agent",
	"api_key",
	"_bs",
	"_bsm",
	"event_name",
	"properties",
	"id",
	"timestamp",
	"sent_at",
	"page_id",
	"seq",
	"lcp",
	"ms_visible",
	"traits",
	"is_new_identify",
] as const;
const anyField = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.string(),
	fc.double(),
	fc.integer(),
	fc.jsonValue(),
	fc.jsonValue().map((value) => JSON.stringify(value)),
	fc.constantFrom("1", "pageview", "custom_event", "error", "outbound", "{}", "127.0.0.1", "::1"),
);
const anyEvent = fc.dictionary(fc.constantFrom(...FIELDS), anyField).chain((fields) =>
	fc.record({ fields: fc.constant(fields), isValid: fc.boolean() }).map(({ isValid }) => ({
		...fields,
		...(isValid && { type: "pageview", site_id: "1", user_id: "u" }),
	})),
);
/** The tracker's compact form: entries that are nearly valid and arbitrary ones. */
const compactEntry = fc.oneof(
	fc
		.tuple(anyField, fc.constantFrom("1", "9"), fc.integer({ min: -1, max: 12 }))
		.chain((start) => fc.array(anyField, { maxLength: 18 }).map((more) => [...start, ...more])),
	fc.array(anyField, { maxLength: 18 }),
	anyEvent,
	anyField,
);
const compact = fc
	.record({
		version: fc.constantFrom(1, 1, 1, 2),
		start: fc.tuple(fc.double(), fc.string()),
		head: fc.array(anyField, { minLength: 6, maxLength: 6 }),
		entries: fc.array(compactEntry, { maxLength: 5 }),
	})
	.map(({ version, start, head, entries }) => [version, ...start, ...head, ...entries]);
const built = fc
	.oneof(
		anyEvent,
		fc.array(anyEvent, { maxLength: 5 }),
		fc.record({ events: fc.array(anyEvent) }),
		compact,
	)
	.map((value) => ({ headers: {}, body: Buffer.from(JSON.stringify(value)) }));

describe("a hostile request", () => {
	it("is answered, whatever it contains, and never with a 5xx", async (context) => {
		for (const request of hostileRequests)
			for (const path of PATHS) {
				const status = await statusOf(running.url + path, request);
				expect([request.name, path, ANSWERS.has(status) || status]).toEqual([
					request.name,
					path,
					true,
				]);
			}
		report(
			context,
			"P11",
			`${hostileRequests.length} hostile requests to ${PATHS.length} paths: no 5xx`,
		);
	});

	it("does not block the event loop", async (context) => {
		const gateway = await startGatewayProcess();
		try {
			let worst = { name: "", ms: 0 };
			for (const request of hostileRequests) {
				// A busy machine may be late once, but not every time.
				const turns: number[] = [];
				for (let round = 0; round < 4; round++) {
					expect(ANSWERS.has(await statusOf(`${gateway.url}/api/track`, request))).toBe(true);
					turns.push(await gateway.longestTurn());
				}
				const ms = Math.min(...turns);
				if (ms > worst.ms) worst = { name: request.name, ms };
			}
			report(
				context,
				"P11",
				`${hostileRequests.length} hostile requests: the event loop's longest turn ${worst.ms.toFixed(0)} ms (${worst.name})`,
			);
		} finally {
			await gateway.stop();
		}
	});

	it(
		`gets no 5xx in ${CASES} fuzzed cases`,
		async (context) => {
			const seed = Number(process.env["FOOTFALL_SEED"] ?? Date.now() % 2 ** 31);
			const cases = fc.sample(fc.oneof(mutated, built), { numRuns: CASES, seed });
			const counts: Record<number, number> = {};
			let next = 0;
			const sender = async () => {
				while (next < cases.length) {
					const index = next++;
					const request = cases[index];
					if (request === undefined) return;
					const status = await statusOf(
						running.url + (PATHS[index % PATHS.length] ?? "/api/track"),
						request,
					);
					counts[status] = (counts[status] ?? 0) + 1;
					if (!ANSWERS.has(status))
						throw new Error(
							`Case ${index} of seed ${seed} got ${status}: ${request.body.toString("base64")}`,
						);
				}
			};
			await Promise.all(Array.from({ length: AT_ONCE }, sender));
			report(context, "P11", `${CASES} fuzzed cases: ${JSON.stringify(counts)}`);
		},
		WITHIN_MS,
	);

	it("leaves the counters balanced", async () => {
		for (const what of ["events", "identifies"] as const) {
			const accounts = await accountsAt(running.url, what);
			expect(accounts).toMatchObject({ inFlight: 0, unaccounted: 0 });
			expect(accounts.received).toBeGreaterThan(CASES / (2 * PATHS.length));
		}
	});
});
