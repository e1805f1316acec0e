import type { SiteNumber } from "@footfall/shared/ids";
import type { EventStore, Statements } from "../client/client.ts";
import { removeReplay } from "../maintenance/delete-replay.ts";
import { deleteSiteRows } from "../maintenance/delete-site.ts";
import { deletePersonRows } from "../maintenance/erase-person.ts";
import type { Concerned, Erasures } from "../people/erasures.ts";
import type {
	DecodedBatch,
	DecodedEvent,
	DecodedIdentify,
	DecodedQuarantine,
} from "./decode-batch.ts";
import type { DecodedReplay, PlacedReplay } from "./replays.ts";

interface OfVisitor {
	site: number;
	receivedAt: number;
	visitor: string;
	visitorYesterday?: string;
}

const concernedBy = (one: OfVisitor, user: string): Concerned => ({
	site: one.site,
	receivedAt: one.receivedAt,
	user,
	devices: [one.visitor, one.visitorYesterday].filter((device) => device !== undefined),
});

const ofEvent = ({ event }: DecodedEvent) => concernedBy(event, event.identifiedUser);
const ofQuarantine = ({ quarantine: { event } }: DecodedQuarantine) =>
	concernedBy(event, event.identifiedUser);
const ofReplay = ({ replay }: DecodedReplay) => concernedBy(replay, replay.identifiedUser);
const ofIdentify = ({ identify }: DecodedIdentify) => concernedBy(identify, identify.user);

/** A batch without the records of people and sites that were erased since it was received, and their number. */
export const withoutErased = (
	batch: DecodedBatch,
	{ covers }: Pick<Erasures, "covers">,
): { kept: DecodedBatch; erased: number } => {
	const kept = {
		...batch,
		events: batch.events.filter((read) => !covers(ofEvent(read))),
		identifies: batch.identifies.filter((read) => !covers(ofIdentify(read))),
		replays: batch.replays.filter((read) => !covers(ofReplay(read))),
		quarantined: batch.quarantined.filter((read) => !covers(ofQuarantine(read))),
	};
	const sizeOf = ({ events, identifies, replays, quarantined }: DecodedBatch) =>
		events.length + identifies.length + replays.length + quarantined.length;
	return { kept, erased: sizeOf(batch) - sizeOf(kept) };
};

/**
 * Removes rows of people who were erased while the rows were stored: the erasure may have run just
 * before the insert.
 */
export const removeErased = async (
	store: EventStore,
	{ events, identifies, replays, quarantined }: DecodedBatch,
	{ covers }: Pick<Erasures, "covers">,
): Promise<void> => {
	const late = [
		...events.map(ofEvent),
		...identifies.map(ofIdentify),
		...replays.map(ofReplay),
		...quarantined.map(ofQuarantine),
	].filter(covers);
	if (late.length === 0) return;
	const isOfSite = ({ site, receivedAt }: Concerned) =>
		covers({ site, receivedAt, user: "", devices: [] });
	for (const site of new Set(late.filter(isOfSite).map((one) => one.site)))
		await deleteSiteRows(store, site as SiteNumber);
	const people = new Map(
		late
			.filter((one) => !isOfSite(one))
			.map((one) => [`${one.site}/${one.user || one.devices.join("/")}`, one]),
	);
	for (const { site, user, devices } of people.values()) {
		// A device that now belongs to a user is not the one that was erased; others are matched by their own id.
		const person = user === "" ? { user: devices[0] ?? "", devices } : { user, devices: [] };
		await deletePersonRows(store, { site, ...person });
	}
};

const ofRecording = ({ replay: { site, receivedAt }, session }: PlacedReplay) => ({
	site,
	receivedAt,
	session,
});

/** Chunks without those whose recording was deleted since they were received. */
export const withoutDeletedRecordings = (
	placed: readonly PlacedReplay[],
	{ coversRecording }: Pick<Erasures, "coversRecording">,
): PlacedReplay[] => placed.filter((one) => !coversRecording(ofRecording(one)));

/** Removes chunks of recordings that were deleted while they were stored; later chunks stay. */
export const removeDeletedRecordings = async (
	store: Statements,
	placed: readonly PlacedReplay[],
	{ coversRecording }: Pick<Erasures, "coversRecording">,
): Promise<void> => {
	const latest = new Map<string, ReturnType<typeof ofRecording>>();
	for (const chunk of placed.map(ofRecording).filter(coversRecording)) {
		const key = `${chunk.site}/${chunk.session}`;
		const known = latest.get(key);
		if (known === undefined || known.receivedAt < chunk.receivedAt) latest.set(key, chunk);
	}
	for (const { receivedAt, ...recording } of latest.values())
		await removeReplay(store, recording, receivedAt);
};
