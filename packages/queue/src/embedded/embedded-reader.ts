import { EnvironmentError } from "@footfall/shared/environment";
import { pause } from "@footfall/shared/waiting/pause";
import { nextOffsetsOf, positionText } from "../driver/position-text.ts";
import { type QueueReader, REMOVED, type ReaderOptions, type ReadItem } from "../driver/reader.ts";
import { hasQueue, queueIdOf } from "./identity.ts";
import { createLogReader } from "./log-reader.ts";
import { advanceTail, startOfTail } from "./log-tail.ts";
import { FIRST_OFFSET, type LogDirectory, listLogs, listSegments } from "./names.ts";
import { type Position, readPosition } from "./position.ts";
import { openSegmentFile } from "./segment-file.ts";

const WINDOW_BYTES = 1024 * 1024;
const POLL_MS = 100;
/** Few, because their values are in memory until they are taken. */
const RECORDS_AT_ONCE = 500;
const START: Position = { segment: 0, byte: 0, offset: FIRST_OFFSET };

/** Where a log begins that still has its first segments, or the first of those that it has. */
const beginningOf = (path: string): Position => {
	const [first] = listSegments(path);
	return first ? { segment: first.first, byte: 0, offset: first.first } : START;
};

const endOf = (path: string): Position => {
	const last = listSegments(path).at(-1);
	if (last === undefined) return START;
	const file = openSegmentFile(last.path, WINDOW_BYTES);
	try {
		const tail = startOfTail(last, readPosition(path));
		advanceTail(file, tail);
		return { segment: last.first, byte: tail.byte, offset: tail.offset };
	} finally {
		file.close();
	}
};

/** @throws EnvironmentError for an offset that the log has not reached */
const positionAt = ({ path, partition }: LogDirectory, offset: number): Position => {
	const end = endOf(path).offset;
	if (offset > end)
		throw new EnvironmentError(
			`The position is after the end of partition ${partition}: ${offset}, and the log ends at ${end}. It may be from before a restored backup; use --from with a time instead`,
		);
	const segment = listSegments(path).findLast(({ first }) => first <= offset);
	return { segment: segment?.first ?? 0, byte: 0, offset };
};

type Missing = Extract<ReadItem, { kind: "missing" }>;

/** A log while it is read. */
const openLog = (log: LogDirectory, number: number, begin: Position) => {
	const missing: Missing[] = [];
	const add = (from: number, to: number, reason: string) => {
		const last = missing.at(-1);
		if (last?.to === from && last.reason === reason) last.to = to;
		else missing.push({ kind: "missing", partition: log.partition, from, to, reason });
	};
	const reader = createLogReader(log.path, begin, WINDOW_BYTES, (from, to) =>
		add(from, to, REMOVED),
	);
	return {
		number,
		reader,
		/** The next items, at most of this time; what cannot be read comes first. */
		read: (appendedUntil: number): ReadItem[] => {
			const { records, damaged } = reader.read(RECORDS_AT_ONCE, appendedUntil);
			const { offset: stored } = damaged.length > 0 ? readPosition(log.path) : { offset: 0 };
			for (const { offset, reason } of damaged)
				add(offset, offset + 1, offset < stored ? REMOVED : reason);
			const { partition } = log;
			return [
				...missing.splice(0),
				...records.map((record) => ({ kind: "record" as const, partition, ...record })),
			];
		},
		forgetMissing: () => void missing.splice(0),
	};
};

type OpenLog = ReturnType<typeof openLog>;

/**
 * A reader of the logs in a directory.
 * @throws EnvironmentError if there is no queue, or if the position does not fit it
 */
export const openEmbeddedReader = (
	directory: string,
	{ from, until, follow, signal }: ReaderOptions,
): QueueReader => {
	if (!hasQueue(directory))
		throw new EnvironmentError(
			`There is no queue in ${directory} yet: the first start of the product creates it`,
		);
	const queueId = queueIdOf(directory);
	const given =
		typeof from === "object" && "position" in from
			? nextOffsetsOf(from.position, queueId)
			: undefined;
	const ends = new Map(
		until !== undefined && "position" in until ? nextOffsetsOf(until.position, queueId) : [],
	);
	const endIn = (number: number) => ends.get(number) ?? Number.POSITIVE_INFINITY;
	const latest =
		until !== undefined && "appendedAt" in until ? until.appendedAt : Number.POSITIVE_INFINITY;
	const logs = new Map<string, OpenLog>();
	const next = new Map<number, number>();

	const open = (log: LogDirectory, isNew: boolean): OpenLog => {
		const number = Number(log.partition.slice(queueId.length + 1));
		const offset = given?.get(number);
		const begin = () => {
			if (offset !== undefined) return positionAt(log, offset);
			if (from === "end" && !isNew) return endOf(log.path);
			return isNew || given !== undefined ? START : beginningOf(log.path);
		};
		const opened = openLog(log, number, begin());
		if (typeof from === "object" && "appendedAt" in from) {
			opened.reader.skipTo(from.appendedAt);
			opened.forgetMissing();
		}
		next.set(number, opened.reader.position().offset);
		// Without following, a writer that is faster than its reader would never let it end.
		if (!follow) ends.set(number, Math.min(endIn(number), endOf(log.path).offset));
		return opened;
	};

	const openNew = (isNew: boolean): void => {
		for (const log of listLogs(directory, queueId))
			if (!log.isOld && !logs.has(log.path)) logs.set(log.path, open(log, isNew));
	};
	openNew(false);

	const isRead = ({ number, reader }: OpenLog) => reader.position().offset >= endIn(number);

	/** The log whose next record is the oldest, and the time up to which it may be read before another one. */
	const oldest = (): { log: OpenLog; until: number } | undefined => {
		const byAge = [...logs.values()]
			.filter((log) => !isRead(log))
			.flatMap((log) => {
				const appendedAt = log.reader.peek();
				return appendedAt === undefined || appendedAt > latest ? [] : [{ log, appendedAt }];
			})
			.sort((one, other) => one.appendedAt - other.appendedAt);
		const [first, second] = byAge;
		return first && { log: first.log, until: Math.min(latest, second?.appendedAt ?? latest) };
	};

	/** Whether there will be nothing more before `until`. */
	const isOver = () => !follow || Date.now() > latest || [...logs.values()].every(isRead);

	const items = async function* (): AsyncGenerator<ReadItem> {
		try {
			while (!signal.aborted) {
				if (follow) openNew(true);
				// Before the look at the logs, so that nothing is appended in time and not seen.
				const isLast = isOver();
				const found = oldest();
				if (found === undefined) {
					if (isLast) return;
					await pause(POLL_MS, signal);
					continue;
				}
				for (const item of found.log.read(found.until)) {
					if (signal.aborted) return;
					const { number } = found.log;
					if ((item.kind === "record" ? item.offset : item.from) >= endIn(number)) break;
					next.set(number, item.kind === "record" ? item.offset + 1 : item.to);
					yield item;
				}
			}
		} finally {
			for (const { reader } of logs.values()) reader.close();
		}
	};

	return { items, position: () => positionText(queueId, next) };
};
