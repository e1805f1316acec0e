import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ClientEvent } from "@footfall/shared/event";
import { MAX_EVENT_DELAY_MS, MAX_LENGTH } from "@footfall/shared/limits";
import type { Logger } from "@footfall/shared/logger";
import { encodeQueuedReplay, type QueuedReplay } from "@footfall/shared/queued-replay";
import type { DetectBot } from "../bots/layers.ts";
import { excluded } from "../exclusions/exclusions.ts";
import type { ReadRequestContext } from "../lookup/read-request-context.ts";
import type { RequestContext, Sender } from "../lookup/request-context.ts";
import { deviceTypeFrom } from "../lookup/user-agent.ts";
import type { VisitorIdInput, VisitorIds } from "../lookup/visitor-id.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { Append, AppendFault } from "./append.ts";
import { type Outcome, rejected, STORED, STORED_AS_BOT } from "./outcome.ts";
import { FAILED_REPLAY, UNAVAILABLE } from "./refusals.ts";
import { replayChunks } from "./replay-batch/chunks.ts";
import { plainReplayBody, rejectedBody } from "./replay-batch/plain-body.ts";
import { type ScannedReplay, scanReplay } from "./replay-batch/scan.ts";
import { LONE_SURROGATE } from "./well-formed.ts";

export interface RecordingParts {
	append: Append;
	readContext: ReadRequestContext;
	judgeBot: DetectBot;
	visitorIds(traits: VisitorIdInput): VisitorIds;
	log: Logger;
}

/** Takes a recorder's body all the way to the queue. Never rejects. */
export type RecordReplay = (
	received: Buffer,
	sender: Sender,
	site: CompiledSite,
	trusted: boolean,
) => Promise<Outcome>;

/** A recorder's clock that is no further ahead is believed; its batches are seconds old. */
const MAX_AHEAD_MS = 60_000;
/** The store keeps screens in 16 bits. */
const LARGEST_SIZE = 65_535;
/** What the events of a page look like costs little more to compress than to copy, at a ratio near the best. */
const COMPRESSION = { level: 4 };

const compressed = promisify<Buffer, { level: number }, Buffer>(gzip);

const pageOf = (address: string) => {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	return { hostname: url?.hostname ?? "", pathname: url?.pathname ?? "" };
};
type Page = ReturnType<typeof pageOf>;

const sizeOf = (pixels: number | undefined) => Math.min(Math.trunc(pixels ?? 0), LARGEST_SIZE);

/** No longer than the store wants it, and without halves of characters, which no store can keep. */
const storable = (text: string | undefined, maxLength: number) =>
	(text ?? "").slice(0, maxLength).replace(LONE_SURROGATE, "\uFFFD");

/** As the bot layers see it: one of the many small things that a person does on a page. */
const interactionOf = ({ settings }: CompiledSite, page: Page): ClientEvent => ({
	type: "engagement",
	site_id: settings.id,
	...page,
	// A recorder sends no score; without one its batches would look like a script's.
	_bs: 0,
	ms_visible: 0,
});

/** Turns a recorder's clock into ours, where it cannot be right. */
const clockOf = (events: ScannedReplay["events"], receivedAt: number) => {
	const lagMs = receivedAt - (events.at(-1)?.at ?? receivedAt);
	const isWrong = lagMs < -MAX_AHEAD_MS || lagMs > MAX_EVENT_DELAY_MS;
	const earliest = receivedAt - MAX_EVENT_DELAY_MS;
	return (at: number) =>
		Math.trunc(Math.min(receivedAt, Math.max(earliest, isWrong ? at + lagMs : at)));
};

type Facts = Omit<
	QueuedReplay,
	"chunk" | "part" | "parts" | "startedAt" | "endedAt" | "times" | "lengths" | "events"
>;

/** The path of a replay: the same site, exclusions, bot layers and visitor id as an event's. */
export const recording = ({ append, log, ...parts }: RecordingParts): RecordReplay => {
	const factsOf = (
		{ userId, metadata, batch }: ScannedReplay,
		context: RequestContext,
	): { facts: Facts; share: string } => {
		const { site, place, receivedAt } = context;
		const { siteId, saltUserIds, replayRetentionDays } = site.settings;
		const agent = context.agent.agent(context.trusted ? {} : context.headers);
		const {
			visitor,
			visitorYesterday,
			partitionKey: share,
		} = parts.visitorIds({
			site: siteId,
			address: context.visitorAddress,
			agent: context.agent,
			anonymousId: undefined,
			salted: saltUserIds,
			occurredAt: receivedAt,
			cache: context.visitorIdCache,
		});
		return {
			share,
			facts: {
				batch,
				site: siteId,
				receivedAt,
				retentionDays: replayRetentionDays,
				visitor,
				...(visitorYesterday !== undefined && { visitorYesterday }),
				identifiedUser: storable(userId, MAX_LENGTH.userId),
				pageUrl: storable(metadata?.pageUrl, MAX_LENGTH.pathname),
				language: storable(metadata?.language, MAX_LENGTH.language),
				screenWidth: sizeOf(metadata?.viewportWidth),
				screenHeight: sizeOf(metadata?.viewportHeight),
				browser: agent.browser,
				browserVersion: agent.browserVersion,
				operatingSystem: agent.operatingSystem,
				operatingSystemVersion: agent.operatingSystemVersion,
				deviceType: deviceTypeFrom(agent, metadata?.viewportWidth),
				country: place.country,
				region: place.region,
				city: place.city,
			},
		};
	};

	const store = async (
		bytes: Buffer,
		replay: ScannedReplay,
		context: RequestContext,
	): Promise<Outcome> => {
		const { facts, share } = factsOf(replay, context);
		const key = `${facts.site}:${share}`;
		const ours = clockOf(replay.events, context.receivedAt);
		const stored: Promise<AppendFault | undefined>[] = [];
		for (const { text, ...chunk } of replayChunks(bytes, replay.events)) {
			const value = encodeQueuedReplay({
				...facts,
				...chunk,
				chunk: stored.length,
				startedAt: ours(chunk.times[0] ?? context.receivedAt),
				endedAt: ours(chunk.times.at(-1) ?? context.receivedAt),
				// One at a time: the queue's disk shares the threads that compress.
				events: await compressed(text, COMPRESSION),
			});
			stored.push(append({ key, value }, context.trace, (fault) => fault));
		}
		const fault = (await Promise.all(stored)).find((each) => each !== undefined);
		if (fault === undefined) return STORED;
		return rejected(fault, fault === "failed" ? FAILED_REPLAY : UNAVAILABLE);
	};

	const decide: RecordReplay = async (received, sender, site, trusted) => {
		const body = await plainReplayBody(received);
		if ("refused" in body) return rejectedBody(body.refused);
		const replay = await scanReplay(body.bytes);
		if ("refused" in replay) return rejected("invalid", replay.refused);
		const page = pageOf(replay.metadata?.pageUrl ?? "");
		const context = parts.readContext({}, sender, site, trusted);
		const verdict = excluded(page, context);
		if (verdict.verdict === "drop") return { kind: "filtered", reason: verdict.reason };
		const isBot =
			site.settings.blockBots &&
			!trusted &&
			parts.judgeBot({
				event: interactionOf(site, page),
				context,
				deviceType: context.agent.agent(context.headers).deviceType,
				// A recorder sends by the clock: how often says nothing of whether a person is there, and an office of
				// recorded colleagues would look like one client that hammers.
				heldMs: Number.POSITIVE_INFINITY,
			}) !== undefined;
		return isBot ? STORED_AS_BOT : await store(body.bytes, replay, context);
	};

	return (received, sender, site, trusted) =>
		decide(received, sender, site, trusted).catch((error: Error) => {
			const { trace } = sender;
			log.error({ error: error.message, ...(trace && { trace }) }, "replay failed");
			return rejected("failed", FAILED_REPLAY);
		});
};
