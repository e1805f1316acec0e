import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue, openKafkaQueue } from "@footfall/queue";
import {
	EMBEDDED_BATCHES,
	LOADER_BATCHES,
	migrateStore,
	openStore,
	rollUpDays,
	startLoader,
} from "@footfall/store";
import { measureAccounts } from "./accounts.mjs";
import { folderBytes } from "./folder-bytes.mjs";
import { lifelikeRecords } from "./lifelike-records.mjs";
import { openApi } from "./open-api.mjs";
import { timesOf, watchMemory } from "./process-times.mjs";
import { addSite, askReports } from "./site-reports.mjs";

/**
 * A process of its own, because the event store has one directory per process. Loads lifelike events from Kafka and
 * from the embedded queue, then copies them into sites of the requested sizes, and requests their reports from events
 * and from rolled-up days.
 */

const { sizes, sourceEvents, rounds, brokers, topic, brokerLog } = JSON.parse(process.argv[2]);

const DAY_MS = 86_400_000;
const DAYS = 56;
const SOURCE_SITE = 1;
/** All days but nearly empty ones are rolled up, even of small sites, so that the figures reflect many events. */
const LEAST_EVENTS = 1_000;
/** These belong to a separate site and arrive within half an hour: partitions are read one after the other. */
const KAFKA_SITE = 1000;
const KAFKA_EVENTS = Math.min(100_000, sourceEvents);
const KAFKA_WITHIN_MS = 1_800_000;
/** The batch that a gateway sends to Kafka at 5,000 events a second. */
const TOGETHER = 100;
/** The same at 150 events a second. */
const FEW_TOGETHER = 3;
const FEW_GROUPS = 400;
const LOADED_WITHIN_MS = 600_000;

process.once("disconnect", () => process.exit());

const logger = { info: () => {}, warn: console.warn, error: console.error };
const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
const note = (text) => console.error(`  ${text}, at ${Math.round(performance.now() / 1000)} s`);

const appendAll = async (producer, records, together) => {
	let group = [];
	let appended = 0;
	for (const record of records) {
		group.push(producer.append(record));
		appended += 1;
		if (group.length < together) continue;
		await Promise.all(group);
		group = [];
	}
	await Promise.all(group);
	return appended;
};

const first = function* (records, most) {
	for (let taken = 0; taken < most; taken++) {
		const { value, done } = records.next();
		if (done) return;
		yield value;
	}
};

const store = openStore({ directory: join(directory, "store") });
await migrateStore(store);
const bytesOf = async (tables) => {
	const [{ bytes }] = await store.query(
		"SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table IN {tables:Array(String)}",
		{ tables },
	);
	return bytes;
};
const allBytes = async () => {
	const [{ bytes }] = await store.query(
		"SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()",
	);
	return bytes;
};
const merge = async (tables) => {
	for (const table of tables)
		await store.command(`OPTIMIZE TABLE ${table} FINAL SETTINGS max_execution_time = 600`);
};

/** Drains a queue into the store, in batches as the product receives them from such a queue. */
const load = (queue, batches, records) =>
	timesOf(async () => {
		const loader = startLoader({ store, consumer: queue.consumer(batches), logger });
		const giveUpAt = performance.now() + LOADED_WITHIN_MS;
		for (;;) {
			const { events, bots, duplicates } = loader.counts();
			if (events + bots + duplicates >= records) break;
			if (performance.now() > giveUpAt)
				throw new Error(`Not loaded: ${JSON.stringify(loader.counts())}`);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		await loader.close();
		return loader.counts();
	});
const perMillion = (seconds, records) => (seconds / records) * 1e6;

const forKafka = lifelikeRecords({
	...{ site: KAFKA_SITE, days: 2, events: KAFKA_EVENTS / 2, end },
	withinMs: KAFKA_WITHIN_MS,
});
const stopWatching = watchMemory();

note("events through Kafka");
const kafka = openKafkaQueue({ brokers: brokers.split(","), topic });
const logBytes = () => folderBytes(brokerLog, new RegExp(`^${topic}-\\d+/.*\\.log$`));
const empty = logBytes();
const fewKafka = await appendAll(
	kafka.producer(),
	first(forKafka, FEW_GROUPS * FEW_TOGETHER),
	FEW_TOGETHER,
);
const fewBytes = logBytes();
const manyKafka = await appendAll(kafka.producer(), forKafka, TOGETHER);
const manyBytes = logBytes();
const fromKafka = await load(kafka, LOADER_BATCHES, fewKafka + manyKafka);
await kafka.close();

note("events through the embedded queue");
const records = lifelikeRecords({ site: SOURCE_SITE, days: DAYS, events: sourceEvents, end });
const queueFolder = join(directory, "queue");
const queue = openEmbeddedQueue({ directory: queueFolder });
const queued = await appendAll(queue.producer(), records, TOGETHER);
const queueBytes = folderBytes(queueFolder, /\.log$/);
const fromLog = await load(queue, EMBEDDED_BATCHES, queued);
await queue.close();
const stored = fewKafka + manyKafka + queued;
const merged = await timesOf(() => merge(["events", "bots"]));
const eventBytes = await bytesOf(["events", "bots"]);
const idBytes = await store.query(
	"SELECT sum(column_bytes_on_disk) AS bytes FROM system.parts_columns WHERE active AND table = 'events' AND column = 'event_id'",
);
const loaderMegabytes = stopWatching();

note("accounts");
const accounts = await measureAccounts(store);

const api = await openApi(store, { directory: join(directory, "accounts") });
const sites = [];
for (const events of sizes) {
	note(`a site of ${events / 1e6} million`);
	const site = await api.addSite(events);
	await addSite(store, { from: SOURCE_SITE, site, copies: Math.round(events / sourceEvents) });
	sites.push({ site, events });
}
await merge(["events"]);
for (const each of sites) {
	const [{ recent }] = await store.query(
		`SELECT count() AS recent FROM events
		WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({since:Int64})`,
		{ site: each.site, since: end - (DAYS / 2) * DAY_MS },
	);
	each.recentEvents = recent;
}

const asked = async (way) => {
	for (const each of sites) {
		note(`reports of ${(each.recentEvents / 1e6).toFixed(1)} million ${way}`);
		each[way] = await askReports(api.ask, {
			...{ site: each.site, end, rounds },
			mayFail: way === "fromEvents",
		});
	}
};
await asked("fromEvents");
const before = await allBytes();
note("rolling days up");
const rolled = await timesOf(() =>
	rollUpDays(store, { now: end + DAY_MS / 2, leastEvents: LEAST_EVENTS }),
);
await merge(["visits", "day_totals"]);
const rollupBytes = (await allBytes()) - before;
await asked("fromDays");
const [{ rolledEvents }] = await store.query(
	"SELECT sum(events) AS rolledEvents FROM sealed_days FINAL",
);

await api.close();
await store.close();
rmSync(directory, { recursive: true, force: true });
process.send(
	{
		loaderFromKafka: {
			cpuPerMillion: perMillion(fromKafka.scriptSeconds, fewKafka + manyKafka),
			enginePerMillion: perMillion(fromKafka.engineSeconds, fewKafka + manyKafka),
			perSecond: (fewKafka + manyKafka) / fromKafka.seconds,
		},
		loader: {
			cpuPerMillion: perMillion(fromLog.scriptSeconds, queued),
			enginePerMillion: perMillion(fromLog.engineSeconds, queued),
			perSecond: queued / fromLog.seconds,
			megabytes: loaderMegabytes,
		},
		mergePerMillion: perMillion(merged.engineSeconds, stored),
		rollupPerMillion: perMillion(rolled.scriptSeconds + rolled.engineSeconds, rolledEvents),
		bytes: {
			store: eventBytes / stored,
			ids: idBytes[0].bytes / stored,
			rollup: rollupBytes / rolledEvents,
			queue: queueBytes / queued,
			kafka: (manyBytes - fewBytes) / manyKafka,
			kafkaFew: (fewBytes - empty) / fewKafka,
		},
		accounts,
		sites,
		stored,
	},
	() => process.disconnect(),
);
