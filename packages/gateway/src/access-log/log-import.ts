import type { Producer } from "@footfall/queue";
import { EnvironmentError } from "@footfall/shared/environment";
import { MAX_BOT_RETENTION_DAYS } from "@footfall/shared/limits";
import type { Logger } from "@footfall/shared/logger";
import { pause } from "@footfall/shared/waiting/pause";
import { type BackendAddress, openBackend } from "../backend/backend.ts";
import { operatorRangesIn } from "../bots/operator-ranges.ts";
import { createEventRecordBuilder } from "../ingest/event-record.ts";
import { createRuleStep } from "../ingest/rule-step.ts";
import { openGeo } from "../lookup/geo.ts";
import { createVisitorOf } from "../lookup/ids/visitor-id.ts";
import { createUserAgentReader } from "../lookup/user-agent-facts.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { followConfiguration } from "../site-config/configuration-source.ts";
import { lastGoodPathOf } from "../site-config/last-good.ts";
import { createBotRequestRecords } from "./bot-request.ts";
import { createImportLines, type ImportCounts } from "./import-lines.ts";
import { importLogFile, importLogStream } from "./log-file.ts";
import { createPositions } from "./positions.ts";

export interface LogImportOptions {
	dataDirectory: string;
	/** The installation's secret, as in the gateway, so that a bot keeps its visitor id. */
	secret: string;
	producer: Producer;
	backend: BackendAddress;
	internalToken: string;
	cityDatabases?: readonly string[] | undefined;
	asnDatabase?: string | undefined;
	botRanges?: string | undefined;
	/** The site, by either id, of lines whose host is not mapped. */
	site?: string | undefined;
	/** Lower-cased host → site. */
	hosts: Readonly<Record<string, string>>;
	/** How many days the installation keeps bots, unless a site keeps them shorter. */
	botRetentionDays?: number | undefined;
	/** Called for each line that cannot be read, with its number and the reason. */
	malformed(lineNumber: number, reason: string): void;
	log: Logger;
}

export interface LogImport {
	/** @throws when the file cannot be read, or the queue is unavailable for half a minute */
	file(path: string, following: { follow: boolean; signal: AbortSignal }): Promise<void>;
	stream(stream: AsyncIterable<Buffer>): Promise<void>;
	counts(): Readonly<ImportCounts>;
	close(): Promise<void>;
}

const CONFIRMED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 20;
const DAY_MS = 86_400_000;

/** The shortest of the times that are set; 0 means not set. */
const keptDays = (...days: readonly (number | undefined)[]): number =>
	Math.min(MAX_BOT_RETENTION_DAYS, ...days.map((each) => each || MAX_BOT_RETENTION_DAYS));

/**
 * Reads access logs for the sites that the product knows and puts their bots into its queue.
 * @throws EnvironmentError when no configuration is available, or it lacks a named site
 */
export const openLogImport = async (options: LogImportOptions): Promise<LogImport> => {
	const { producer, log, site, hosts } = options;
	const backend = openBackend(options.backend);
	// An import needs no running product: a backend must answer only if its address was given.
	const isExpected = "origin" in options.backend;
	const source = await followConfiguration({
		backend,
		internalToken: options.internalToken,
		lastGoodPath: lastGoodPathOf(options.dataDirectory),
		log: isExpected ? log : { ...log, warn: log.info },
	});
	const geo = openGeo(options);
	const close = async () => {
		await source.close();
		backend.close();
		geo.close();
		await producer.close();
	};

	/** As confirmed by the backend or, after a while, as last saved on disk. */
	const configuration = async (): Promise<CompiledConfiguration | undefined> => {
		const until = performance.now() + CONFIRMED_WITHIN_MS;
		while (source.confirmedAt() === 0 && performance.now() < until) await pause(LOOK_EVERY_MS);
		return source.current();
	};
	const refuseUnknownSites = async () => {
		const current = await configuration();
		if (current === undefined)
			throw new EnvironmentError(
				source.fault() === ""
					? "The sites are unknown: start the product once with this DATA_DIR, or set API_URL to the address of its api."
					: `The sites are unknown: ${source.fault()}.`,
			);
		const unknown = [...(site === undefined ? [] : [site]), ...Object.values(hosts)].filter(
			(reference) => current.site(reference) === undefined,
		);
		if (unknown.length > 0)
			throw new EnvironmentError(`There is no site with the id ${unknown.join(", ")}.`);
	};
	try {
		await refuseUnknownSites();
	} catch (error) {
		await close();
		throw error;
	}

	const lines = createImportLines({
		producer,
		requestOf: createBotRequestRecords({
			geo,
			readUserAgent: createUserAgentReader(),
			isFromOperator: operatorRangesIn(options.botRanges),
			applyRules: createRuleStep(options.secret),
			buildRecord: createEventRecordBuilder(createVisitorOf(options.secret)),
			now: Date.now,
		}),
		siteOf: (host) => {
			const reference = Object.hasOwn(hosts, host) ? hosts[host] : site;
			return reference === undefined ? undefined : source.current()?.site(reference);
		},
		keptSince: ({ settings }) =>
			Date.now() - keptDays(options.botRetentionDays, settings.botRetentionDays) * DAY_MS,
		malformed: options.malformed,
	});
	const positions = createPositions(options.dataDirectory, JSON.stringify([site, hosts]));
	return {
		file: (path, following) => importLogFile(path, { lines, positions, ...following }),
		stream: (stream) => importLogStream(stream, lines),
		counts: lines.counts,
		close,
	};
};
