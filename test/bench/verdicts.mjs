import { parseClientEvent } from "@footfall/shared/event";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { defaultSiteSettings } from "@footfall/shared/site";
import { botLayers } from "../../packages/gateway/dist/bots/layers.js";
import { noOperatorRanges } from "../../packages/gateway/dist/bots/operator-ranges.js";
import { compiledConfigurationOf } from "../../packages/gateway/dist/configuration/configuration.js";
import { enrichment } from "../../packages/gateway/dist/enrich/enrich.js";
import { bundledCityDatabases, openGeo } from "../../packages/gateway/dist/enrich/geo.js";
import { userAgentReader } from "../../packages/gateway/dist/enrich/user-agent-facts.js";
import { visitorIdsFrom } from "../../packages/gateway/dist/enrich/visitor-id.js";
import { ingestion } from "../../packages/gateway/dist/ingest.js";
import { countOutcomes } from "../../packages/gateway/dist/outcome.js";
import { verdictEvents, verdictSites } from "./verdict-events.mjs";

/**
 * CPU µs per event of the gateway's way from a parsed body to a record, without HTTP and disk, and of its parts. What
 * filters, layers and enrichment cost is the difference between the whole and its check and encoding. ROUNDS changes
 * the run; the first two warm up.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 12);
const WARM_UP = 2;

const configuration = compiledConfigurationOf({
	version: "bench",
	sites: verdictSites(defaultSiteSettings),
	ingestionKeys: [],
});
const outcomes = countOutcomes();
const appended = Promise.resolve();
const geo = openGeo({ cityDatabases: bundledCityDatabases() });
const enrich = enrichment(visitorIdsFrom("secret"));
const judgeBot = botLayers(noOperatorRanges);

let judging = 0;
let enriching = 0;
let records = [];
const timed = (work) => {
	const from = performance.now();
	const result = work();
	return [result, (performance.now() - from) * 1000];
};

const parts = {
	producer: { append: () => appended },
	geo,
	readUserAgent: userAgentReader(),
	judgeBot,
	enrich,
	outcomes,
	appended: () => {},
	appendFailed: () => {},
	log: silentLogger,
};
const ingest = ingestion(parts);
const ingestInParts = ingestion({
	...parts,
	judgeBot: (suspect) => {
		const [verdict, microseconds] = timed(() => judgeBot(suspect));
		judging += microseconds;
		return verdict;
	},
	enrich: (...known) => {
		const [enriched, microseconds] = timed(() => enrich(...known));
		enriching += microseconds;
		records.push(enriched.record);
		return enriched;
	},
});

const texts = verdictEvents();
const cpuMicroseconds = () => {
	const { user, system } = process.cpuUsage();
	return user + system;
};
let clock = Date.now();
const round = async (work) => {
	// Far enough apart that no round looks like a flood to the next.
	clock += 10 * 60 * 1000;
	const requests = texts.map((text, index) => {
		const { event, address, headers } = JSON.parse(text);
		const receivedAt = clock + index;
		return {
			event,
			sender: { address, hops: () => [], headers, userAgent: headers["user-agent"], receivedAt },
		};
	});
	const before = cpuMicroseconds();
	for (const request of requests) work(request);
	const used = cpuMicroseconds() - before;
	await new Promise((resolve) => setImmediate(resolve));
	return used / texts.length;
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const figures = { whole: [], check: [], encode: [], judge: [], enrich: [] };
for (let index = 0; index < ROUNDS; index++) {
	const whole = await round(({ event, sender }) => ingest(event, sender, configuration));
	const check = await round(({ event }) => parseClientEvent(event));
	judging = 0;
	enriching = 0;
	records = [];
	await round(({ event, sender }) => ingestInParts(event, sender, configuration));
	const before = cpuMicroseconds();
	for (const record of records) encodeQueuedEvent(record);
	const encode = (cpuMicroseconds() - before) / records.length;
	if (index < WARM_UP) continue;
	figures.whole.push(whole);
	figures.check.push(check);
	figures.encode.push(encode);
	figures.judge.push(judging / texts.length);
	figures.enrich.push(enriching / texts.length);
}
geo.close();

const row = (name, figure) => console.log(`${name.padEnd(44)}${figure.toFixed(2).padStart(6)} µs`);
const middle = Object.fromEntries(
	Object.entries(figures).map(([name, numbers]) => [name, median(numbers)]),
);
row("from a parsed body to a record", middle.whole);
row("  the schema", middle.check);
row("  writing the record", middle.encode);
row("  filters, layers and enrichment: the rest", middle.whole - middle.check - middle.encode);
row("    layers (by the clock)", middle.judge);
row("    the record's facts (by the clock)", middle.enrich);
