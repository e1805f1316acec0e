import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { MAX_EVENT_DELAY_MS, MAX_LENGTH } from "@footfall/shared/limits";
import { encodeQueuedReplay, type QueuedReplay } from "@footfall/shared/queued-replay";
import { FAILED_REPLAY } from "../errors/refusals.ts";
import type { RequestContext, RequestSender } from "../lookup/request-context.ts";
import { deviceTypeFrom } from "../lookup/user-agent.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { checkKey, checkRecording, exclude, findSite, type IngestParts } from "./admit.ts";
import {
	type Outcome,
	type Rejected,
	rejected,
	rejectedBody,
	STORED,
	STORED_AS_BOT,
} from "./outcome.ts";
import { replayChunks } from "./replay-batch/chunks.ts";
import { plainReplayBody } from "./replay-batch/plain-body.ts";
import { replayWithoutParameters } from "./replay-batch/replay-without-parameters.ts";
import { type ScannedReplay, scanReplay } from "./replay-batch/scan.ts";
import { LONE_SURROGATE } from "./well-formed.ts";

/** The site of a recorder's batch, if it may have one more. */
type AdmitReplay = (
	reference: string,
	configuration: CompiledConfiguration,
) => CompiledSite | Rejected;

/** Takes a recorder's body, for a site that has been admitted, all the way to the queue. */
type IngestReplay = (
	received: Buffer,
	sender: RequestSender,
	site: CompiledSite,
	configuration: CompiledConfiguration,
) => Promise<Outcome>;

const NO_CLAIMS = {};
/**
 * A recorder sends at fixed intervals: its rate says nothing about whether a person is there, and an office of recorded
 * colleagues would look like a single aggressive client.
 */
const HELD_MS = Number.POSITIVE_INFINITY;
/** A recorder's clock is trusted if it is no further ahead than this; its batches are seconds old. */
const MAX_AHEAD_MS = 60_000;
/** The store keeps screens in 16 bits. */
const LARGEST_SIZE = 65_535;
/** Costs little more than a copy, at nearly the best ratio. */
const COMPRESSION = { level: 4 };

const compressed = promisify<Buffer, { level: number }, Buffer>(gzip);

const pageOf = (address: string) => {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	return { hostname: url?.hostname ?? "", pathname: url?.pathname ?? "" };
};

const sizeOf = (pixels: number | undefined) => Math.min(Math.trunc(pixels ?? 0), LARGEST_SIZE);

/** No longer than the store allows, and without unpaired surrogates, which no store can keep. */
const storable = (text: string | undefined, maxLength: number) =>
	(text ?? "").slice(0, maxLength).replace(LONE_SURROGATE, "\uFFFD");

/** Converts a recorder's clock to ours if it cannot be right. */
const clockOf = (events: ScannedReplay["events"], receivedAt: number) => {
	const lagMs = receivedAt - (events.at(-1)?.at ?? receivedAt);
	const isWrong = lagMs < -MAX_AHEAD_MS || lagMs > MAX_EVENT_DELAY_MS;
	const earliest = receivedAt - MAX_EVENT_DELAY_MS;
	return (at: number) =>
		Math.trunc(Math.min(receivedAt, Math.max(earliest, isWrong ? at + lagMs : at)));
};

/** The fields that all chunks of a batch share. */
type BatchFields = Omit<
	QueuedReplay,
	"chunk" | "part" | "parts" | "startedAt" | "endedAt" | "times" | "lengths" | "events"
>;

const batchFieldsOf = (
	{ userId, metadata, batch }: ScannedReplay,
	{ site, client, place, receivedAt }: RequestContext,
	ids: Pick<QueuedReplay, "visitor" | "visitorYesterday">,
): BatchFields => ({
	batch,
	site: site.settings.siteId,
	receivedAt,
	retentionDays: site.settings.replayRetentionDays,
	...ids,
	identifiedUser: storable(userId, MAX_LENGTH.userId),
	pageUrl: storable(metadata?.pageUrl, MAX_LENGTH.pathname),
	language: storable(metadata?.language, MAX_LENGTH.language),
	screenWidth: sizeOf(metadata?.viewportWidth),
	screenHeight: sizeOf(metadata?.viewportHeight),
	...client,
	deviceType: deviceTypeFrom(client, metadata?.viewportWidth),
	country: place.country,
	region: place.region,
	city: place.city,
});

/** The path of a recorder's batch to the queue, step by step: `admitReplay`, `ingestReplay` and, after it, `store`. */
export const createReplayIngestion = ({
	admission,
	readContext,
	append,
	visitorOf,
}: IngestParts) => {
	/** The first steps, which need no body. */
	const admitReplay: AdmitReplay = (reference, configuration) => {
		const site = findSite(reference, configuration);
		if ("kind" in site) return site;
		return checkRecording(site) ?? admission.checkRate(site) ?? admission.checkShare(site) ?? site;
	};

	const ingestReplay: IngestReplay = async (received, sender, site, configuration) => {
		const body = await plainReplayBody(received);
		if ("refused" in body) return rejectedBody(body.refused);
		const bytes = await replayWithoutParameters(body.bytes, site.excludedQueryParams);
		const replay = await scanReplay(bytes);
		if ("refused" in replay) return rejected("invalid", replay.refused);

		const trusted = checkKey(undefined, sender, site, configuration);
		if (typeof trusted === "object") return trusted;
		const context = readContext(NO_CLAIMS, sender, site, trusted);
		const exclusion = exclude(pageOf(replay.metadata?.pageUrl ?? ""), context);
		if (exclusion !== undefined) return exclusion;
		if (typeof admission.judge(context, undefined, HELD_MS) === "object") return STORED_AS_BOT;
		return store(bytes, replay, context);
	};

	const store = async (
		bytes: Buffer,
		replay: ScannedReplay,
		context: RequestContext,
	): Promise<Outcome> => {
		const { receivedAt, trace } = context;
		const { partitionKey, ...ids } = visitorOf(context, receivedAt);
		const fields = batchFieldsOf(replay, context, ids);
		const ours = clockOf(replay.events, receivedAt);
		const appended: Promise<Outcome>[] = [];
		for (const { text, ...chunk } of replayChunks(bytes, replay.events)) {
			const value = encodeQueuedReplay({
				...fields,
				...chunk,
				chunk: appended.length,
				startedAt: ours(chunk.times[0] ?? receivedAt),
				endedAt: ours(chunk.times.at(-1) ?? receivedAt),
				// One at a time: the queue's disk shares the threads that compress.
				events: await compressed(text, COMPRESSION),
			});
			appended.push(append({ key: `${fields.site}:${partitionKey}`, value }, trace, FAILED_REPLAY));
		}
		const outcomes = await Promise.all(appended);
		return outcomes.find(({ kind }) => kind !== "stored") ?? STORED;
	};

	return { admitReplay, ingestReplay };
};
