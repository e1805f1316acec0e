import http from "node:http";
import { brotliDecompressSync } from "node:zlib";
import type { EventStore } from "@footfall/store";
import { viewNow } from "@footfall/testing/api/live-clients";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ClientDisconnectedError } from "../http/disconnect.ts";

interface Line {
	id: string;
	status: number;
	body: Record<string, unknown>;
	retryAfter?: number;
}

let api: PopulatedApi;
let store: EventStore;
let close: () => Promise<void>;
let site: string;
let statements: { sql: string; outcome?: unknown }[];
/** Statements with these words wait until they are released. */
let held: { words: string; until: Promise<void> } | undefined;

beforeAll(async () => {
	({ api, close } = await startWithEvents((database, options) => {
		store = options.store as EventStore;
		return startPopulatedApi(database, {
			...options,
			store: {
				...store,
				query: async <Row>(...[sql, parameters, more]: Parameters<EventStore["query"]>) => {
					const statement: (typeof statements)[number] = { sql };
					statements.push(statement);
					if (held && sql.includes(held.words)) {
						const gone = new Promise<never>((_, reject) =>
							more?.signal?.addEventListener("abort", () => reject(more.signal?.reason)),
						);
						await Promise.race([held.until, gone]).catch((error: unknown) => {
							statement.outcome = error;
							throw error;
						});
					}
					return store.query<Row>(sql, parameters, more);
				},
			},
		});
	}));
	site = `/api/sites/${api.site.siteId}`;
});
afterAll(() => close());
beforeEach(() => {
	statements = [];
	held = undefined;
});

const linesOf = (text: string) =>
	text
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Line);

const send = (body: unknown, headers: Record<string, string> = api.as.owner) =>
	fetch(`${api.origin}${site}/reports`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify(body),
	});
const askMany = async (body: unknown, headers?: Record<string, string>) => {
	const response = await send(body, headers);
	expect([response.status, response.headers.get("content-type")]).toEqual([
		200,
		"application/x-ndjson; charset=utf-8",
	]);
	return linesOf(await response.text());
};

const question = (report: string, parameters: object = {}) => ({ id: report, report, parameters });
const asked = (...reports: string[]) => ({ questions: reports.map((name) => question(name)) });

/** Releases the held statements when called. */
const hold = (words: string) => {
	let release = () => {};
	const until = new Promise<void>((resolve) => {
		release = resolve;
	});
	held = { words, until };
	return release;
};

describe("several reports in one request", () => {
	it("arrive as lines, each equal to its single answer, with figures first", async () => {
		const lines = await askMany(asked("has-data", "page-titles", "overview", "sessions"));
		expect(lines.map(({ id }) => id).sort()).toEqual([
			"has-data",
			"overview",
			"page-titles",
			"sessions",
		]);
		for (const { id, status, body } of lines) {
			const alone = await api.ask(`${site}/${id}`, { headers: api.as.owner });
			expect([id, status, body]).toEqual([id, 200, alone.body]);
		}
	});

	it("refuse a bad query in its line only, with the error of its single answer", async () => {
		const lines = await askMany({
			parameters: { time_zone: "Europe/Berlin" },
			questions: [
				question("overview"),
				{ id: "zone", report: "overview", parameters: { time_zone: "Mars" } },
				{ id: "again", report: "overview", parameters: { time_zone: "" } },
				{ id: "filters", report: "metric", parameters: { filters: [1], parameter: "country" } },
				question("colours"),
				question("export/metric"),
				question("sessions/0000000000000001"),
			],
		});
		const byId = new Map(lines.map((line) => [line.id, line]));
		for (const id of ["overview", "again"]) expect(byId.get(id)?.status).toBe(200);
		expect(byId.get("zone")).toMatchObject({
			status: 400,
			body: { error: "Invalid time_zone", code: "INVALID_REQUEST" },
		});
		expect(byId.get("filters")?.body).toMatchObject({
			error: "Invalid filters",
			details: ["filters[0]: must be an object with parameter, type and value"],
		});
		for (const id of ["colours", "export/metric"])
			expect(byId.get(id)).toMatchObject({
				status: 404,
				body: { code: "API_ROUTE_NOT_FOUND", error: "There is no such report" },
			});
		expect(byId.get("sessions/0000000000000001")).toMatchObject({
			status: 404,
			body: { error: "Session not found" },
		});
	});

	it.each([
		[{}, "questions"],
		[{ questions: [] }, "questions"],
		[
			{ questions: Array.from({ length: 25 }, (_, id) => ({ id: `${id}`, report: "x" })) },
			"questions",
		],
		[{ questions: [{ id: "", report: "overview" }] }, "questions.0.id"],
		[{ questions: [{ id: "a" }] }, "questions.0.report"],
		[
			{ parameters: { compare: {} }, questions: [{ id: "a", report: "overview" }] },
			"parameters.compare",
		],
	])("refuse %j as a whole", async (body, place) => {
		const { status, body: refusal } = await api.ask(`${site}/reports`, {
			headers: api.as.owner,
			body,
		});
		expect([status, JSON.stringify(refusal)]).toEqual([
			400,
			expect.stringContaining(place.split(".")[0] ?? ""),
		]);
	});

	it("need ids of their own", async () => {
		const answer = await api.ask(`${site}/reports`, {
			headers: api.as.owner,
			body: asked("overview", "overview"),
		});
		expect([answer.status, answer.body]).toMatchObject([
			400,
			{ error: "Each question needs a unique id" },
		]);
	});

	it("are admitted once, and each by the key's scopes", async () => {
		expect((await send(asked("overview"), {})).status).toBe(401);
		const { headers } = await api.keyWith({ analytics: ["read"] }, "personal");
		const lines = await askMany(asked("overview", "sessions", "user-traits/keys"), headers);
		expect(new Map(lines.map(({ id, status }) => [id, status]))).toEqual(
			new Map([
				["overview", 200],
				["sessions", 403],
				["user-traits/keys", 403],
			]),
		);
		const other = await api.keyWith({ sessions: ["read"] }, "personal");
		expect((await send(asked("sessions"), other.headers)).status).toBe(403);
	});

	it("read sessions once for breakdowns of one query, and look up what days hold once", async () => {
		const parameters = { start_date: "2026-01-01", end_date: "2026-03-01" };
		const dimensions = ["country", "browser", "channel", "device_type", "referrer"];
		const questions = [
			question("overview"),
			...dimensions.map((parameter) => ({
				id: parameter,
				report: "metric",
				parameters: { parameter },
			})),
		];
		const lines = await askMany({ parameters, questions });
		expect(lines.map(({ status }) => status)).toEqual(questions.map(() => 200));
		const reading = (words: string) => statements.filter(({ sql }) => sql.includes(words)).length;
		const others = statements.length - reading("system.mutations");
		expect([reading("sealed_days"), reading("ARRAY JOIN values"), others]).toEqual([1, 1, 3]);
	});

	it("are read once for identical requests while nothing is stored for the site", async () => {
		const body = {
			parameters: { start_date: "2026-01-03", end_date: "2026-01-04" },
			...asked("page-titles", "events/names"),
		};
		const first = await askMany(body);
		expect(statements.length).toBeGreaterThan(0);
		statements = [];
		const byId = (lines: Line[]) => lines.toSorted((one, other) => one.id.localeCompare(other.id));
		expect(byId(await askMany(body, api.as.ownerKey))).toEqual(byId(first));
		expect(statements).toEqual([]);
	});

	describe("that can all be cached", () => {
		const parameters = { start_date: "2026-01-05", end_date: "2026-01-06" };
		const visit = (pathname: string, session: number) => {
			const [columns, [row = []]] = viewNow(api.site.siteId, pathname, session, "anna@example.com");
			const at = columns.indexOf("timestamp");
			return store.insert("events", columns, [row.with(at, "2026-01-05 12:00:00.000")]);
		};
		beforeAll(() => visit("/first", 1));
		const change = async (path: string, method: string, body: object) => {
			const answer = await api.ask(`${site}/${path}`, { method, headers: api.as.owner, body });
			expect([200, 201]).toContain(answer.status);
			return answer.body as Record<string, unknown>;
		};
		const pageviewsOf = async (more: object = {}, headers?: Record<string, string>) => {
			const body = { questions: [question("overview", { ...parameters, ...more })] };
			const [line] = await askMany(body, headers);
			return (line as Line & { body: { data: { pageviews: number } } }).body.data.pageviews;
		};

		it("are made once for callers with the same rights, and not shared with others", async () => {
			const body = {
				parameters,
				...asked("overview", "users", "sessions", "overview/time-series"),
			};
			const textFor = async (headers: Record<string, string>) => (await send(body, headers)).text();
			await change("config", "PUT", { public: true });
			const ofOwner = await textFor(api.as.owner);
			expect(ofOwner).toContain("anna@example.com");
			statements = [];
			expect(await textFor(api.as.ownerKey)).toBe(ofOwner);
			const coded = await send(body, { ...api.as.owner, "accept-encoding": "gzip" });
			expect(coded.headers.get("content-encoding")).toBe("gzip");
			expect(await coded.text()).toBe(ofOwner);
			expect(statements).toEqual([]);

			const ofVisitor = await textFor({});
			expect(linesOf(ofVisitor).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
			expect(ofVisitor).not.toContain("anna@example.com");
			expect(await textFor({})).toBe(ofVisitor);
			await change("config", "PUT", { public: false });
			expect((await send(body, {})).status).toBe(401);
		});

		it("are made again when something is stored for the site", async () => {
			const before = await pageviewsOf();
			await visit("/second", 2);
			expect(await pageviewsOf()).toBe(before + 1);
		});

		it("are made again when a setting or a saved segment has changed", async () => {
			const pages = (...value: string[]) => [{ parameter: "pathname", type: "equals", value }];
			const saved = { name: "A page", filters: pages("/nowhere") };
			const { segmentId } = await change("segments", "POST", saved);
			const ofSegment = { segment_id: String(segmentId) };
			expect(await pageviewsOf(ofSegment)).toBe(0);
			await change(`segments/${segmentId}`, "PUT", { filters: pages("/first") });
			expect(await pageviewsOf(ofSegment)).toBe(1);
		});
	});

	it("are sent one by one, compressed or not", async () => {
		const release = hold("page_title");
		const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
			const request = http.request(
				`${api.origin}${site}/reports`,
				{
					method: "POST",
					headers: {
						...api.as.owner,
						"content-type": "application/json",
						"accept-encoding": "br",
					},
				},
				resolve,
			);
			request.on("error", reject);
			// A range that no other test uses, because cached rows return at once.
			const parameters = { start_date: "2026-01-01", end_date: "2026-01-02" };
			request.end(JSON.stringify({ ...asked("page-titles", "overview"), parameters }));
		});
		const { headers } = response;
		expect([headers["content-encoding"], headers.vary]).toEqual(["br", "Origin, Accept-Encoding"]);
		const pieces: Buffer[] = [];
		response.on("data", (piece: Buffer) => pieces.push(piece));
		// The first line has arrived while the second is still in progress.
		await expect.poll(() => pieces.length).toBeGreaterThan(0);
		release();
		await new Promise((resolve) => response.once("end", resolve));
		const lines = linesOf(brotliDecompressSync(Buffer.concat(pieces)).toString());
		expect(lines.map(({ id }) => id)).toEqual(["overview", "page-titles"]);
	});

	it("are cancelled when the client disconnects", async () => {
		const release = hold("page_title");
		const gone = new AbortController();
		const answer = fetch(`${api.origin}${site}/reports`, {
			method: "POST",
			headers: { ...api.as.owner, "content-type": "application/json" },
			body: JSON.stringify(asked("page-titles", "metric", "events", "users")),
			signal: gone.signal,
		});
		await expect.poll(() => statements.length).toBeGreaterThan(0);
		const logged = api.logged.length;
		gone.abort();
		await expect(answer.then((response) => response.text())).rejects.toThrow();
		await expect
			.poll(() => statements.find(({ outcome }) => outcome)?.outcome)
			.toBeInstanceOf(ClientDisconnectedError);
		release();
		expect(api.logged.slice(logged)).toEqual([]);
	});
});
