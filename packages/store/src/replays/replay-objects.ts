import { randomBytes } from "node:crypto";
import type { Logger } from "@footfall/shared/logger";
import type { ObjectBucket } from "./bucket.ts";
import { replayTexts } from "./replay-texts.ts";

/** The name of a chunk's object; ids and number are decimal texts of 64 bits. */
export interface ReplayObject {
	site: number;
	session: string;
	object: string;
}

/** The events of recordings as objects of a bucket, one for each chunk. */
export interface ReplayObjects {
	/** Whether the last request to the bucket succeeded; while it is unavailable, calls probe it in the background. */
	isThere(): boolean;
	/** Whether the bucket stored all of them. */
	put(objects: readonly { object: ReplayObject; events: Uint8Array }[]): Promise<boolean>;
	/**
	 * The events of a chunk as JSON texts; `undefined`, with a line in the log, when the object differs from what was
	 * stored.
	 * @throws BucketError when the bucket is unavailable
	 */
	textsOf(object: ReplayObject, lengths: readonly number[]): Promise<string[] | undefined>;
	/** @throws BucketError unless all of them are gone */
	remove(objects: readonly ReplayObject[]): Promise<void>;
}

/** Concurrent requests: a bucket responds within tens of milliseconds, and a block is some hundred objects. */
const AT_ONCE = 16;
const ASK_AGAIN_MS = 10_000;
/** No object has this name: requesting it shows whether the bucket responds. */
const NOTHING = "nothing";

const hex = (decimal: string) => BigInt(decimal).toString(16).padStart(16, "0");
const nameOf = ({ site, session, object }: ReplayObject) =>
	`${site}/${hex(session)}/${hex(object)}.gz`;

/** A unique number for an object. */
export const newObjectNumber = (): string => {
	const number = randomBytes(8).readBigUInt64LE();
	// Zero means that a chunk has no object.
	return (number === 0n ? 1n : number).toString();
};

/** Until one fails; then the pending ones are not started. */
const eachOf = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>) => {
	const waiting = items.values();
	let hasFailed = false;
	const worker = async () => {
		for (const item of waiting) {
			if (hasFailed) return;
			await work(item).catch((error: unknown) => {
				hasFailed = true;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
};

export interface ReplayObjectsOptions {
	bucket: ObjectBucket;
	logger: Logger;
	/** ms since the epoch; the system's clock by default. */
	clock?: () => number;
}

/** Stores the events of recordings in a bucket. */
export const createReplayObjects = ({
	bucket,
	logger,
	clock = Date.now,
}: ReplayObjectsOptions): ReplayObjects => {
	let isAway = false;
	/** Logged once when it begins and once when it ends. */
	let isFailing = false;
	let askAgainAt = 0;

	const lookForIt = () => {
		if (clock() < askAgainAt) return;
		askAgainAt = clock() + ASK_AGAIN_MS;
		bucket.get(NOTHING).then(
			() => {
				isAway = false;
			},
			// Logged when it began; the next call probes again.
			() => undefined,
		);
	};

	return {
		isThere: () => {
			if (isAway) lookForIt();
			return !isAway;
		},
		put: async (objects) => {
			try {
				await eachOf(objects, ({ object, events }) => bucket.put(nameOf(object), events));
			} catch (error) {
				isAway = true;
				askAgainAt = clock() + ASK_AGAIN_MS;
				if (!isFailing)
					logger.error(
						{ error: String(error) },
						"Recordings cannot be written to their bucket; the event store keeps them until the bucket accepts them again",
					);
				isFailing = true;
				return false;
			}
			if (isFailing) logger.info({}, "Recordings are written to their bucket again");
			isFailing = false;
			return true;
		},
		textsOf: async (object, lengths) => {
			const name = nameOf(object);
			const events = await bucket.get(name);
			if (events === undefined) {
				logger.error(
					{ object: name },
					"A chunk of a recording is missing from the bucket; it is skipped",
				);
				return undefined;
			}
			try {
				return (await replayTexts(events, lengths))();
			} catch (error) {
				logger.error(
					{ object: name, error: String(error) },
					"An object in the bucket is not a chunk of a recording; it is skipped",
				);
				return undefined;
			}
		},
		remove: (objects) => bucket.remove(objects.map(nameOf)),
	};
};
