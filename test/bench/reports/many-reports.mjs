import { Agent, request as httpRequest } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { startMeasured } from "./measured-api.mjs";
import { DAY_MS, END, LARGEST_SITE } from "./report-events.mjs";

/**
 * How long the cards of a dashboard's page take: requested card by card over six connections, as a browser does, and in
 * one request, alternating. EVENTS (1000000), ROUNDS (7). Run after `npm run build`.
 */

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SITE = `/api/sites/${LARGEST_SITE}`;

const day = (instant) => new Date(instant).toISOString().slice(0, 10);
const range = { start_date: day(END - 28 * DAY_MS), end_date: day(END - DAY_MS) };

const breakdown = (parameter) => ["metric", { parameter, limit: "10" }];
const CARDS = [
	["overview", {}],
	["overview/time-series", { bucket: "day" }],
	...["referrer", "channel", "utm_campaign", "country", "region", "city"].map(breakdown),
	...["browser", "operating_system", "device_type", "pathname", "entry_page"].map(breakdown),
];

const equals = (parameter, value) => [{ parameter, type: "equals", value: [value] }];
const PAGES = [
	{ name: "28 days", parameters: {}, filters: [] },
	{ name: "28 days, compared", parameters: { compare: "previous" }, filters: [] },
	{ name: "28 days, country", parameters: {}, filters: equals("country", "DE") },
	{
		name: "28 days, country, compared",
		parameters: { compare: "previous" },
		filters: equals("country", "DE"),
	},
	{ name: "28 days, page", parameters: {}, filters: equals("pathname", "/articles/1") },
	{ name: "28 days, event", parameters: {}, filters: equals("event_name", "buy") },
];

const { origin, headers, close } = await startMeasured(EVENTS);
const agent = new Agent({ keepAlive: true, maxSockets: 6 });

/** The body's bytes, and when the first one arrived. */
const send = (path, body, encoding = "identity") =>
	new Promise((resolve, reject) => {
		const sent = httpRequest(
			origin + path,
			{
				agent,
				method: body ? "POST" : "GET",
				headers: { ...headers, "accept-encoding": encoding },
			},
			(response) => {
				const pieces = [];
				let firstAt;
				response.on("data", (piece) => {
					firstAt ??= performance.now();
					pieces.push(piece);
				});
				response.on("end", () =>
					response.statusCode === 200
						? resolve({ bytes: Buffer.concat(pieces), firstAt })
						: reject(new Error(`${path} → ${response.statusCode} ${Buffer.concat(pieces)}`)),
				);
				response.on("error", reject);
			},
		);
		sent.on("error", reject);
		sent.end(body && JSON.stringify(body));
	});

const cardByCard =
	({ parameters, filters }, atOnce) =>
	async (start) => {
		const waiting = CARDS.values();
		let figuresMs = 0;
		await Promise.all(
			Array.from({ length: atOnce }, async () => {
				for (const [report, own] of waiting) {
					const query = { ...range, ...parameters, filters: JSON.stringify(filters), ...own };
					await send(`${SITE}/${report}?${new URLSearchParams(query)}`);
					if (report === "overview") figuresMs = performance.now() - start;
				}
			}),
		);
		return figuresMs;
	};

const inOne =
	({ parameters, filters }, encoding) =>
	async (start) => {
		const body = {
			parameters: { ...range, ...parameters, filters },
			questions: CARDS.map(([report, own], id) => ({ id: String(id), report, parameters: own })),
		};
		const { bytes, firstAt } = await send(`${SITE}/reports`, body, encoding);
		const text = (encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString();
		const statuses = text
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line).status);
		if (statuses.length !== CARDS.length || statuses.some((status) => status !== 200))
			throw new Error(`Not all cards were answered: ${statuses}`);
		return firstAt - start;
	};

const WAYS = [
	["one after the other", (page) => cardByCard(page, 1)],
	["six at a time", (page) => cardByCard(page, 6)],
	["one request", (page) => inOne(page)],
	["one request, br", (page) => inOne(page, "br")],
];

const rows = [];
for (const page of PAGES) {
	const taken = WAYS.map(() => []);
	for (let round = 0; round <= ROUNDS; round += 1)
		for (const [index, [, way]] of WAYS.entries()) {
			const start = performance.now();
			const before = process.cpuUsage();
			const figuresMs = await way(page)(start);
			const { user, system } = process.cpuUsage(before);
			const took = [figuresMs, performance.now() - start, (user + system) / 1000];
			if (round > 0) taken[index].push(took);
		}
	for (const [index, [name]] of WAYS.entries()) {
		const figures = [0, 1, 2].map((figure) => median(taken[index].map((one) => one[figure])));
		rows.push([`${page.name}: ${name}`, ...figures.map((ms) => ms.toFixed(0))]);
	}
}
agent.destroy();
await close();
printTable(
	`${EVENTS.toLocaleString("en")} events, ${CARDS.length} cards, medians of ${ROUNDS}, ms.`,
	["page", "figures", "all", "CPU"],
	rows,
);
