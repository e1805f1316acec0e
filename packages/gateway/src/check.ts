import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Producer } from "@footfall/queue";
import { operatorRangesIn } from "./bots/operator-ranges.ts";
import { openGeo } from "./lookup/geo.ts";
import { lastGood, lastGoodPathOf } from "./site-config/last-good.ts";
import { snapshotOf } from "./site-config/snapshot.ts";

/** One thing that was checked, and how to fix it; `fault` is "" when it is in order. */
export interface Finding {
	what: string;
	/** The finding, as readable text. */
	found: string;
	fault: string;
}

export interface CheckOptions {
	dataDirectory: string;
	trackerDirectory: string;
	cityDatabases?: readonly string[] | undefined;
	asnDatabase?: string | undefined;
	botRanges?: string | undefined;
	/** Opened for the check, and closed by the caller. */
	producer: Pick<Producer, "health">;
}

const CANARY_TEXT = "footfall";

const writtenTo = async (directory: string) => {
	await mkdir(directory, { recursive: true });
	const path = join(directory, `check.${process.pid}`);
	const file = await open(path, "w");
	try {
		await file.writeFile(CANARY_TEXT);
		await file.sync();
	} finally {
		await file.close();
		await rm(path, { force: true });
	}
	return directory;
};

const keptConfiguration = async (path: string) => {
	const text = await lastGood(path);
	if (text === undefined) return "none saved yet; the first one comes from the api";
	const { version, sites } = snapshotOf(text);
	return `version ${version}, ${sites.length} sites`;
};

const geoStateOf = ({ cityDatabases, asnDatabase }: CheckOptions) => {
	const geo = openGeo({ cityDatabases, asnDatabase });
	const { city, asn } = geo.state();
	geo.close();
	const places = city.map(({ name, builtAt }) => `${name} of ${builtAt || "unknown date"}`);
	const networks = asn === null ? "no networks (GEO_ASN_DATABASE is not set)" : asn.name;
	return [...places, networks].join(", ");
};

/** Checks everything that a gateway needs to start and to store; changes nothing. Never rejects. */
export const checkGateway = async (options: CheckOptions): Promise<Finding[]> => {
	const findings: Finding[] = [];
	const look = async (what: string, advice: string, find: () => string | Promise<string>) => {
		try {
			findings.push({ what, found: await find(), fault: "" });
		} catch (error) {
			findings.push({ what, found: (error as Error).message, fault: advice });
		}
	};
	const configurationPath = lastGoodPathOf(options.dataDirectory);

	await look("data directory", "Set DATA_DIR to a directory that this user may write to.", () =>
		writtenTo(options.dataDirectory),
	);
	await look(
		"site configuration",
		`Remove ${configurationPath}; the gateway fetches a new one from the api.`,
		() => keptConfiguration(configurationPath),
	);
	await look(
		"geo databases",
		"Set GEO_CITY_DATABASE and GEO_ASN_DATABASE to files in MaxMind DB format, or unset them.",
		() => geoStateOf(options),
	);
	await look("crawlers' addresses", "Correct that file in BOT_RANGES, or remove it.", () => {
		if (options.botRanges === undefined) return "none (BOT_RANGES is not set)";
		operatorRangesIn(options.botRanges);
		return options.botRanges;
	});
	await look("queue", "Fix what it reports: until then every event would be refused.", async () => {
		const { canStore, reason, oldestAgeMs } = await options.producer.health();
		if (!canStore) throw new Error(reason);
		return `stores; the oldest waiting record is ${Math.round(oldestAgeMs / 1000)} s old`;
	});
	await look("tracker", "Run npm run build.", async () => {
		const path = join(options.trackerDirectory, "script.js");
		await (await open(path)).close();
		return path;
	});
	return findings;
};
