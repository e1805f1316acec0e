import { type Producer, QueueUnavailableError } from "@footfall/queue";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { retry } from "@footfall/shared/waiting/retry";
import type { EventRecord } from "../ingest/event-record.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { createBotRequestRecords } from "./bot-request.ts";
import type { FileLine } from "./line-splitter.ts";
import { readLogLine } from "./read-line.ts";
import { type W3cFields, w3cFieldsIn } from "./w3c-line.ts";

/** Counts of lines by outcome: each line is in exactly one of the others. */
export interface ImportCounts {
	lines: number;
	bots: number;
	/** Requests of agents that do not call themselves bots. */
	others: number;
	excluded: number;
	/** Lines of hosts that no site was given for. */
	otherHosts: number;
	/** Older than the site's retention of bots. */
	expired: number;
	malformed: number;
}

export interface ImportLines {
	/** Resolves when every bot of these lines is durably queued. @throws QueueUnavailableError after a while */
	take(lines: readonly FileLine[]): Promise<void>;
	counts(): Readonly<ImportCounts>;
}

const ATTEMPTS = 30;
const PAUSE_MS = 1_000;

const appendWithRetries = (producer: Producer, { record, key }: EventRecord): Promise<void> => {
	const value = encodeQueuedEvent(record);
	return retry(() => producer.append({ key, value }), {
		pauseMs: PAUSE_MS,
		shouldRetry: (error, failures) => error instanceof QueueUnavailableError && failures < ATTEMPTS,
	});
};

/** Puts the bots found in a log's lines into the queue. */
export const createImportLines = (parts: {
	producer: Producer;
	requestOf: ReturnType<typeof createBotRequestRecords>;
	/** The site of a host; the host is "" when the log does not name it. */
	siteOf(host: string): CompiledSite | undefined;
	/** The oldest time for which a site still keeps bots, in ms since the epoch. */
	keptSince(site: CompiledSite): number;
	/** Called for each line that cannot be read. */
	malformed(lineNumber: number, reason: string): void;
}): ImportLines => {
	const counts: ImportCounts = {
		lines: 0,
		bots: 0,
		others: 0,
		excluded: 0,
		otherHosts: 0,
		expired: 0,
		malformed: 0,
	};

	let fields: W3cFields | undefined;

	const refused = (number: number, reason: string): undefined => {
		counts.malformed++;
		parts.malformed(number, reason);
	};

	const found = ({ text, number, start }: FileLine): EventRecord | undefined => {
		if (text?.trim() === "") return undefined;
		if (text?.startsWith("#")) {
			fields = w3cFieldsIn(text) ?? fields;
			return undefined;
		}
		counts.lines++;
		if (text === undefined) return refused(number, "too long for a log line");
		const entry = readLogLine(text, fields);
		if ("refused" in entry) return refused(number, entry.refused);
		const site = parts.siteOf(entry.host);
		if (site === undefined) {
			counts.otherHosts++;
			return undefined;
		}
		if (entry.time < parts.keptSince(site)) {
			counts.expired++;
			return undefined;
		}
		const request = parts.requestOf(entry, { text, start }, site);
		if (request === "other") counts.others++;
		else if (request === "excluded") counts.excluded++;
		else return request;
		return undefined;
	};

	return {
		take: async (lines) => {
			const appending = lines.map(found).filter((request) => request !== undefined);
			await Promise.all(appending.map((request) => appendWithRetries(parts.producer, request)));
			counts.bots += appending.length;
		},
		counts: () => counts,
	};
};
