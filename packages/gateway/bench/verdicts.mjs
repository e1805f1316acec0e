import { silentLogger } from "@footfall/shared/logger";
import { defaultSiteSettings } from "@footfall/shared/site";
import { median } from "../../../test/bench/measuring/median.mjs";
import { createBotDetector } from "../dist/bots/layers.js";
import { noOperatorRanges } from "../dist/bots/operator-ranges.js";
import { excluded } from "../dist/exclusions/exclusions.js";
import { createEventRecordBuilder } from "../dist/ingest/event-record.js";
import { eventTime } from "../dist/lookup/event-time.js";
import { installedGeoDatabases, openGeo } from "../dist/lookup/geo.js";
import { createVisitorOf } from "../dist/lookup/ids/visitor-id.js";
import { createRequestContextReader } from "../dist/lookup/request-context.js";
import { createUserAgentReader } from "../dist/lookup/user-agent-facts.js";
import { compiledConfigurationOf } from "../dist/site-config/configuration.js";
import { verdictEvents, verdictSites } from "./verdict-events.mjs";

/**
 * CPU µs per event of the gateway's exclusions, bot layers and records, by stage: the total, and what is saved when a
 * stage is left out. 20,000 events of 4,000 visitors, one in twenty a crawler. ROUNDS changes the run; the first two
 * warm up.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 14);
const WARM_UP = 2;

const configuration = compiledConfigurationOf({
	version: "bench",
	sites: verdictSites(defaultSiteSettings),
	ingestionKeys: [],
});
const geo = openGeo({ cityDatabases: installedGeoDatabases().paths, log: silentLogger });
const readContext = createRequestContextReader(geo, createUserAgentReader());
const detectBot = createBotDetector(noOperatorRanges);
const buildRecord = createEventRecordBuilder(createVisitorOf("secret"));
const UNTRUSTED = { trusted: false, allowBackfill: false };

let people = 0;
/** The stages up to one, in the gateway's own order. */
const upTo =
	(stage) =>
	({ event, sender }) => {
		const site = configuration.site(event.site_id);
		const context = readContext(event, sender, site, false);
		if (stage === "look-ups") return;
		if (excluded(event, context).verdict === "drop") return;
		if (stage === "exclusions") return;
		const occurredAt = eventTime(context.receivedAt, event, UNTRUSTED);
		const bot = detectBot({ event, context, heldMs: context.receivedAt - occurredAt });
		if (bot === undefined) people++;
		if (stage === "layers") return;
		buildRecord(event, context, occurredAt, bot);
	};
const STAGES = ["look-ups", "exclusions", "layers", "record"];

const texts = verdictEvents();
const cpuMicroseconds = () => {
	const { user, system } = process.cpuUsage();
	return user + system;
};
let clock = Date.now();
const round = (work) => {
	// Far enough apart that no round looks like a flood to the next.
	clock += 10 * 60 * 1000;
	const requests = texts.map((text, index) => {
		const { event, address, headers } = JSON.parse(text);
		const userAgent = headers["user-agent"];
		const receivedAt = clock + index;
		return { event, sender: { address, hops: () => [], headers, userAgent, receivedAt } };
	});
	const before = cpuMicroseconds();
	for (const request of requests) work(request);
	return (cpuMicroseconds() - before) / texts.length;
};

const figures = Object.fromEntries(STAGES.map((stage) => [stage, []]));
for (let index = 0; index < ROUNDS; index++)
	for (const stage of STAGES) {
		const figure = round(upTo(stage));
		if (index >= WARM_UP) figures[stage].push(figure);
	}
geo.close();
if (people === 0) throw new Error("Everybody was taken for a bot");

const row = (name, figure) => console.log(`${name.padEnd(34)}${figure.toFixed(2).padStart(6)} µs`);
let before = 0;
for (const stage of STAGES) {
	const soFar = median(figures[stage]);
	row(`  ${stage}`, soFar - before);
	before = soFar;
}
row("exclusions, layers and record", before);
