import http from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let store: EventStore;
let api: PopulatedApi;
let close: () => Promise<void>;
let site: string;

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	site = `/api/sites/${api.site.siteId}`;
	await store.insert(
		"events",
		["site_id", "timestamp", "type", "session_id", "pathname", "event_id"],
		Array.from({ length: 30 }, (_, index) => [
			api.site.siteId,
			"2026-11-20 10:00:00",
			"pageview",
			index + 1,
			`/page/${index}`,
			String(index),
		]),
	);
});
afterAll(() => close());

/** A response as sent, and its decoded body. */
const read = (path: string, encoding?: string, more: { method?: string; tag?: string } = {}) =>
	new Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; bytes: Buffer }>(
		(resolve, reject) => {
			const { method = "GET", tag } = more;
			const headers = {
				...api.as.owner,
				...(encoding !== undefined && { "accept-encoding": encoding }),
				...(tag !== undefined && { "if-none-match": tag }),
			};
			const asked = http.request(api.origin + path, { method, headers }, (response) => {
				const pieces: Buffer[] = [];
				response.on("data", (piece: Buffer) => pieces.push(piece));
				response.on("end", () =>
					resolve({
						status: response.statusCode,
						headers: response.headers,
						bytes: Buffer.concat(pieces),
					}),
				);
			});
			asked.on("error", reject);
			asked.end();
		},
	);

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

describe("an answer of more than a kilobyte", () => {
	const paths = [
		"/metric?parameter=pathname",
		"/bots/time-series?bucket=minute&start_date=2026-11-01&end_date=2026-11-10",
		"/export/sessions",
		"/export/sessions?format=json",
	];
	it.each([
		...paths.map((path) => [path, () => site + path] as const),
		...["/api/openapi.json", "/api/docs/swagger-ui.css", "/demo/demo.js"].map(
			(path) => [path, () => path] as const,
		),
	])("is compressed for a client that accepts it: %s", async (_, pathOf) => {
		const plain = await read(pathOf());
		expect([plain.status, plain.headers["content-encoding"]]).toEqual([200, undefined]);
		expect(plain.headers.vary).toContain("Accept-Encoding");
		for (const encoding of ["br", "gzip"] as const) {
			const small = await read(pathOf(), encoding);
			expect([small.status, small.headers["content-encoding"]]).toEqual([200, encoding]);
			expect(small.headers.vary).toContain("Accept-Encoding");
			expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2);
			expect(DECODERS[encoding](small.bytes).equals(plain.bytes)).toBe(true);
		}
	});

	it("has one entity tag, whatever its coding", async () => {
		const path = `${site}/metric?parameter=pathname`;
		const tag = String((await read(path, "br")).headers.etag);
		for (const encoding of [undefined, "gzip", "br"]) {
			const again = await read(path, encoding, { tag });
			expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
			expect(again.headers.vary).toContain("Accept-Encoding");
		}
	});
});

describe("a body that is not worth compressing", () => {
	it.each([
		["a short response", () => `${site}/overview`, {}],
		["a file in a compressed format", () => `${site}/export/sessions?format=parquet`, {}],
		["an error", () => `${site}/metric?parameter=none`, {}],
		["a session", () => "/api/auth/get-session", {}],
		["a response without a body", () => `${site}/metric?parameter=pathname`, { method: "HEAD" }],
	])("is sent uncompressed: %s", async (_, pathOf, more) => {
		const { headers } = await read(pathOf(), "gzip, br", more);
		expect(headers["content-encoding"]).toBeUndefined();
	});
});
