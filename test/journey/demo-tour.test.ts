import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FRONT_PAGE, TRAFFIC_SOURCES } from "@footfall/demo-data/traffic-sources";
import { channelOf } from "@footfall/gateway/testing";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../packages/server/bundle/main.js", import.meta.url));
const data = createTemporaryDirectory();

const demo = async (...parameters: string[]) => {
	const child = spawn(process.execPath, [MAIN, "demo", ...parameters], {
		env: { PATH: process.env["PATH"], DATA_DIR: data.path },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk: Buffer) => {
			said += chunk.toString();
		});
	const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
	return { code, said };
};

interface Document {
	paths: Record<string, Record<string, { tags: string[] }>>;
}
/** The prefix of the routes that read one site. */
const SITE = "/api/sites/{site}";
interface Rows {
	data: Record<string, string | number>[];
}

let product: Product;
let site: string;
let document: Document;
let filled: Awaited<ReturnType<typeof demo>>;
/** Path parameters, and the query parameters that some reports need. */
let inPath: Record<string, string>;
let needed: Record<string, Record<string, string>>;

const askedOf = (path: string) => {
	const report = path.replace(/^\/api\/sites\/\{site\}/, "").replace(/^\/export(?!\/pdf)/, "");
	const filledIn = path
		.replace("{site}", product.siteId)
		.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? "");
	return `${filledIn}?${new URLSearchParams(needed[report])}`;
};

/** The paths that read data of a site; with any of the given tags, or all of them. */
const readsOf = (tags?: readonly string[]): string[] =>
	Object.entries(document.paths)
		.filter(
			([path, { get }]) =>
				path.startsWith(`${SITE}/`) && get?.tags.some((tag) => !tags || tags.includes(tag)),
		)
		.map(([path]) => path);

/** Whether a response is empty: it has no row, and no figure above zero. */
const isEmpty = (answer: unknown): boolean => {
	if (typeof answer === "number") return answer === 0;
	if (Array.isArray(answer)) return answer.length === 0;
	if (typeof answer !== "object" || answer === null) return answer !== true;
	const values = Object.values(answer);
	const nested = values.filter((value) => typeof value === "object" && value !== null);
	return nested.length > 0 ? nested.every(isEmpty) : values.every(isEmpty);
};

beforeAll(async () => {
	product = await startProduct(data.path);
	filled = await demo("--days", "4", "--visits", "80");
	site = `/api/sites/${product.siteId}`;
	await fetch(`${product.url}${site}/config`, {
		method: "PUT",
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify({ embedEnabled: true }),
	});
	document = await product.get<Document>("/api/openapi.json");
	const sessions = await product.get<Rows>(`${site}/sessions?limit=1&identified_only=true`);
	const goals = await product.get<Rows>(`${site}/goals?sort=goalId&order=asc`);
	const segments = await product.get<{ segmentId: number }[]>(`${site}/segments`);
	const errors = await product.get<Rows>(`${site}/errors/names`);
	const today = new Date().toISOString().slice(0, 10);
	const before = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
	const range = { start_date: before, end_date: today, time_zone: "UTC" };
	const errorMessage = String(errors.data[0]?.["value"]);
	const user = String(sessions.data[0]?.["identified_user_id"]);
	inPath = {
		sessionId: String(sessions.data[0]?.["session_id"]),
		userId: user,
		goalId: String(goals.data[0]?.["goalId"]),
		segmentId: String(segments[0]?.segmentId),
	};
	needed = {
		"/metric": { parameter: "channel" },
		"/metric-lite": { parameter: "country" },
		"/changes": { metric: "sessions", ...range },
		"/events/properties": { event_name: "signup" },
		"/events/autocapture": { type: "form_submit" },
		"/events/autocapture-values": { type: "button_click" },
		"/errors/by-dimension": { dimension: "browser" },
		"/errors/events": { errorMessage },
		"/errors/time-series": { errorMessage, bucket: "day", ...range },
		"/bots/by-dimension": { dimension: "bot_operator" },
		"/performance/by-dimension": { dimension: "device_type" },
		"/users/session-count": { user_id: user },
		"/user-traits/values": { key: "plan" },
		"/user-traits/users": { key: "plan", value: "free" },
		"/goals/{goalId}/by-dimension": { parameter: "country" },
		"/goals/time-series": { goal_ids: inPath["goalId"] ?? "", bucket: "day" },
		"/funnels/analyze": {
			steps: JSON.stringify([
				{ type: "page", value: "/pricing" },
				{ type: "page", value: "/signup" },
			]),
		},
		"/embed-stats": { minutes: "10080", chart: "true", countries: "true" },
		"/export/pdf": range,
	};
});
afterAll(async () => {
	await product.stop();
	data.remove();
});

/** Reads of a site that show its settings, or data that the example traffic lacks: recordings and imports. */
const NOT_TRAFFIC = [
	"/alerts",
	"/alerts/{alertId}",
	"/alerts/{alertId}/events",
	"/boards",
	"/boards/{boardId}",
	"/boards/{boardId}/versions",
	"/config",
	"/excluded-asns",
	"/excluded-countries",
	"/excluded-hostnames",
	"/excluded-ips",
	"/excluded-paths",
	"/excluded-query-params",
	"/excluded-user-agents",
	"/imported-figures",
	"/imports",
	"/is-public",
	// A stream, which does not end.
	"/live",
	"/move",
	"/outcomes",
	"/own-address",
	"/event-schemas",
	"/event-schemas/proposal",
	"/private-link-config",
	"/private-link-config/areas",
	"/private-links",
	"/quarantined-events",
	"/questions",
	"/questions/{questionId}",
	"/questions/{questionId}/versions",
	"/schema-violations",
	"/search-queries",
	"/session-replay/list",
	"/session-replay/{sessionId}",
	"/source-maps",
	"/viewer",
];

/** Reports about imports, which the example traffic lacks. */
const isOfImports = (path: string) => /\/(imported-months|product-comparison)$/.test(path);

/** Tags of paths that show the traffic and its definitions. */
const TOURED = [
	"General",
	"Overview",
	"Events",
	"Errors",
	"Bots",
	"Performance",
	"Sessions",
	"Users",
	"User Traits",
	"Goals",
	"Funnels",
	"Insights",
	"Segments",
	"Annotations",
];

describe("a site filled by `footfall demo`", () => {
	it("is filled while the product runs", () => {
		expect(filled).toMatchObject({ code: 0 });
		expect(filled.said).toMatch(
			/[1-9]\d{2,} events, [1-9]\d+ requests of bots, [1-9]\d* users and [1-9]\d* recordings/,
		);
	});

	it("shows data in every report", async () => {
		const empty: string[] = [];
		for (const path of readsOf(TOURED).filter((one) => !isOfImports(one)))
			if (isEmpty(await product.get<unknown>(askedOf(path)))) empty.push(path);
		expect(empty).toEqual([]);
		const { organizationId } = await product.get<{ organizationId: string }>(site);
		expect(isEmpty(await product.get(`/api/org-event-count/${organizationId}`))).toBe(false);
	});

	it("shows data on every path for traffic", () => {
		const known = [...readsOf([...TOURED, "Exports"]), ...NOT_TRAFFIC.map((path) => SITE + path)];
		expect(readsOf().sort()).toEqual(known.sort());
	});

	it("shows who reached a step of a funnel, and who left before it", async () => {
		const { steps = "" } = needed["/funnels/analyze"] ?? {};
		for (const mode of ["reached", "dropped"]) {
			const answer = await fetch(`${product.url}${site}/funnels/1/sessions?mode=${mode}`, {
				method: "POST",
				headers: {
					authorization: `Bearer ${product.apiKey}`,
					"content-type": "application/json",
				},
				body: `{"steps":${steps}}`,
			});
			expect([answer.status, isEmpty(await answer.json())]).toEqual([200, false]);
		}
	});

	it("can be exported as a file by every export", async () => {
		const exports = Object.entries(document.paths).filter(
			([path, { get }]) => get?.tags.includes("Exports") && !isOfImports(path),
		);
		const short: string[] = [];
		for (const [path] of exports) {
			const answer = await fetch(`${product.url}${askedOf(path)}`, {
				headers: { authorization: `Bearer ${product.apiKey}` },
			});
			const bytes = Buffer.from(await answer.arrayBuffer());
			const isFile = answer.headers.get("content-disposition")?.startsWith("attachment");
			const isWhole = path.endsWith("/pdf")
				? bytes.toString("latin1").trimEnd().endsWith("%%EOF")
				: bytes.toString().split("\r\n").length > 2;
			if (!(answer.status === 200 && isFile && isWhole)) short.push(path);
		}
		expect(exports.length).toBeGreaterThan(25);
		expect(short).toEqual([]);
	});

	it("is not filled again unless requested", async () => {
		const again = await demo("--days", "4");
		expect(again.code).not.toBe(0);
		expect(again.said).toContain("already has events");
	});

	it("reports an invalid option", async () => {
		const refused = await demo("--days", "many");
		expect(refused.said).toContain("--days must be a whole number from 1 to 400");
	});
});

describe("the channels of the example traffic", () => {
	it.each([...TRAFFIC_SOURCES, FRONT_PAGE])(
		"$channel from $referrer matches the gateway's classification",
		(one) =>
			expect(channelOf({ referrer: one.referrer, parameters: one.parameters })).toBe(one.channel),
	);
});
