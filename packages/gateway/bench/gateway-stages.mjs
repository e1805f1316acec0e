import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { parseClientEvent } from "@footfall/shared/event";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { defaultSiteSettings } from "@footfall/shared/site";
import {
	addressOf,
	ID_DIGITS,
	requestOf,
	VISITORS,
} from "../../../test/bench/gateway/gateway-requests.mjs";
import { createBotDetector } from "../dist/bots/layers.js";
import { noOperatorRanges } from "../dist/bots/operator-ranges.js";
import { excluded } from "../dist/exclusions/exclusions.js";
import { readPlainRequest } from "../dist/http/fast-path/plain-request.js";
import { parseJson } from "../dist/http/request/parse-json.js";
import { createSenderReader } from "../dist/http/request/sender.js";
import { createTrustedProxies } from "../dist/http/request/trusted-proxies.js";
import { createEventRecordBuilder } from "../dist/ingest/event-record.js";
import { STORED } from "../dist/ingest/outcome.js";
import { createRecentEventIds } from "../dist/ingest/recent-event-ids.js";
import { createSiteOutcomes } from "../dist/ingest/site-outcomes.js";
import { eventTime } from "../dist/lookup/event-time.js";
import { installedGeoDatabases, openGeo } from "../dist/lookup/geo.js";
import { createVisitorOf } from "../dist/lookup/ids/visitor-id.js";
import { createRequestContextReader } from "../dist/lookup/request-context.js";
import { createUserAgentReader } from "../dist/lookup/user-agent-facts.js";
import { compiledConfigurationOf } from "../dist/site-config/configuration.js";

/**
 * CPU µs per single event by stage of its path, in the gateway's own order: a stage's cost is the cost of the path up
 * to and including it, less the cost of the path before it. Garbage is collected where it falls due, so it is in all of
 * them. STAGE_ROUNDS changes the run; the first three warm up. Run by gateway.mjs, which adds the sockets, or alone.
 */

const ROUNDS = Number(process.env.STAGE_ROUNDS ?? 15);
const WARM_UP = 3;
/** Events on their way to the disk at the same time. */
const AT_ONCE = 200;

const [, , directory] = process.argv;
const configuration = compiledConfigurationOf({
	version: "bench",
	sites: [{ ...defaultSiteSettings, siteId: 1, id: "0123456789ab", organizationId: "bench" }],
	ingestionKeys: [],
});
const queue = openEmbeddedQueue({ directory: join(directory, "stages") });
const producer = queue.producer();
const geo = openGeo({ cityDatabases: installedGeoDatabases().paths, log: silentLogger });
const senderOf = createSenderReader(createTrustedProxies(["loopback"]));
const readContext = createRequestContextReader(geo, createUserAgentReader());
const detectBot = createBotDetector(noOperatorRanges);
const buildRecord = createEventRecordBuilder(createVisitorOf("secret"));
const ids = createRecentEventIds();
const outcomes = createSiteOutcomes();
const UNTRUSTED = { trusted: false, allowBackfill: false };
const socket = { remoteAddress: "127.0.0.1" };

const STAGES = [
	"head of the request",
	"JSON",
	"schema",
	"look-ups: site, address, agent",
	"filters",
	"bot layers",
	"the record's facts",
	"writing the record",
	"known ids",
	"durable append",
	"counting the outcome",
];

let bots = 0;
/** The path of an event through the first stages. */
const through = (stages) => async (bytes) => {
	const { headers, body } = readPlainRequest(bytes);
	if (stages === 1) return;
	const { value } = parseJson(body);
	if (stages === 2) return;
	const { data: event } = parseClientEvent(value);
	if (stages === 3) return;
	const sender = { ...senderOf({ headers, socket }), receivedAt: clock };
	const context = readContext(event, sender, configuration.site(event.site_id), false);
	if (stages === 4) return;
	if (excluded(event, context).verdict === "drop" || stages === 5) return;
	const { occurredAt } = eventTime(context.receivedAt, event, UNTRUSTED);
	const bot = detectBot({ event, context, heldMs: context.receivedAt - occurredAt });
	if (bot !== undefined) bots++;
	if (stages === 6) return;
	const { record, key } = buildRecord(event, context, occurredAt, bot);
	if (stages === 7) return;
	const encoded = encodeQueuedEvent(record);
	if (stages === 8) return;
	const claim = ids.claim(1, event.id);
	const append = () => producer.append({ key, value: encoded }).then(() => STORED);
	const outcome = await ids.settle(claim, stages === 9 ? Promise.resolve(STORED) : append());
	if (stages > 10) outcomes.saw(event, configuration, outcome, context.receivedAt);
};

let lastId = 0;
let clock = Date.now();
const requests = Array.from({ length: VISITORS }, (_, visitor) => requestOf(visitor));
const round = async (work) => {
	// Far enough apart that no visitor comes as often as a machine would.
	clock += 10 * 60 * 1000;
	for (const [visitor, { bytes, address, ids: places }] of requests.entries()) {
		bytes.write(addressOf(visitor), address, "latin1");
		for (const at of places) bytes.write(String(++lastId).padStart(ID_DIGITS, "0"), at, "latin1");
	}
	const { user, system } = process.cpuUsage();
	for (let at = 0; at < requests.length; at += AT_ONCE)
		await Promise.all(requests.slice(at, at + AT_ONCE).map(({ bytes }) => work(bytes)));
	const used = process.cpuUsage({ user, system });
	return (used.user + used.system) / requests.length;
};

/** The quarter of the rounds that other programs disturbed least. */
const undisturbed = (numbers) =>
	[...numbers].sort((one, other) => one - other)[numbers.length >> 2];
const figures = STAGES.map(() => []);
const nothing = [];
for (let index = 0; index < ROUNDS; index++) {
	const atRest = await round(async () => undefined);
	if (index >= WARM_UP) nothing.push(atRest);
	for (const [stage] of STAGES.entries()) {
		const figure = await round(through(stage + 1));
		if (index >= WARM_UP) figures[stage].push(figure);
	}
}
await queue.close();
geo.close();
if (bots > 0) throw new Error(`${bots} people were taken for bots`);

let before = undisturbed(nothing);
const table = STAGES.map((name, stage) => {
	const upTo = undisturbed(figures[stage]);
	const microseconds = upTo - before;
	before = upTo;
	return { name, microseconds };
});
if (process.send) process.send(table, () => process.exit(0));
else
	for (const { name, microseconds } of table)
		console.log(`${name.padEnd(34)}${microseconds.toFixed(2).padStart(6)} µs`);
