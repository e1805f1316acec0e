import { constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { appendFile, copyFile, open } from "node:fs/promises";
import { join } from "node:path";
import { unlessMissing } from "@footfall/shared/files/unless-missing";
import { retry } from "@footfall/shared/waiting/retry";
import { queueIdOf } from "./identity.ts";
import { type LogDirectory, listLogs, listSegments, type Segment } from "./names.ts";
import { type Position, readPosition, writePosition } from "./position.ts";

const STEP_BYTES = 1024 * 1024;
const MOST_ATTEMPTS = 10;
const DEAD_LETTERS = "dead-letters";
const IDENTITY = "queue.json";
/** After the end of a log: the next writer leaves a gap in the offsets, as after a power cut. */
const NOT_CLOSED = new Uint8Array(1);

/** The part of a segment that is not committed. */
const firstByteOf = ({ first }: Segment, { segment, byte }: Position) =>
	first === segment ? byte : 0;

const uncommitted = ({ path }: LogDirectory): { segments: Segment[]; position: Position } => {
	const position = readPosition(path);
	return {
		position,
		segments: listSegments(path).filter(({ first }) => first >= position.segment),
	};
};

/** Copies a file from a byte on, up to its current end; everything before that stays a hole. */
const copyFrom = async (from: string, to: string, byte: number): Promise<void> => {
	const source = await open(from, "r");
	try {
		const target = await open(to, "wx", 0o600);
		try {
			const buffer = Buffer.allocUnsafe(STEP_BYTES);
			for (let at = byte; ; ) {
				const { bytesRead } = await source.read(buffer, 0, buffer.length, at);
				if (bytesRead === 0) return;
				await target.write(buffer, 0, bytesRead, at);
				at += bytesRead;
			}
		} finally {
			await target.close();
		}
	} finally {
		await source.close();
	}
};

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

const copyLog = async (log: LogDirectory, to: string): Promise<void> => {
	const { position, segments } = uncommitted(log);
	rmSync(to, { recursive: true, force: true });
	mkdirSync(to, { recursive: true, mode: 0o700 });
	if (position.offset > 0) await writePosition(to, position);
	const copyOf = ({ path }: Segment) => join(to, path.slice(log.path.length + 1));
	for (const segment of segments)
		await copyFrom(segment.path, copyOf(segment), firstByteOf(segment, position));
	const last = segments.at(-1);
	// A log that was closed would continue with its next offset, which this queue assigns to a record of its own.
	if (last) await appendFile(copyOf(last), NOT_CLOSED);
};

/**
 * Retries if a writer has started another segment and removed a committed one meanwhile, which it does once an hour.
 */
const copyLogUndisturbed = (log: LogDirectory, to: string): Promise<void> =>
	retry(() => copyLog(log, to), {
		pauseMs: 1,
		shouldRetry: (error, failures) => isMissing(error) && failures < MOST_ATTEMPTS,
	});

const logsIn = (directory: string) =>
	listLogs(directory, queueIdOf(directory)).filter(({ path }) => existsSync(path));

const deadLettersIn = (directory: string): string[] =>
	(unlessMissing(() => readdirSync(join(directory, DEAD_LETTERS))) ?? []).filter((name) =>
		name.endsWith(".json"),
	);

const sizeOf = (path: string): number => unlessMissing(() => statSync(path).size) ?? 0;

/** The maximum size of a copy of the queue, as of now. */
export const sizeOfQueueCopy = (directory: string): number => {
	if (!existsSync(join(directory, IDENTITY))) return 0;
	const segments = logsIn(directory).flatMap((log) => uncommitted(log).segments);
	const letters = deadLettersIn(directory).map((name) => join(directory, DEAD_LETTERS, name));
	return [...segments.map(({ path }) => path), ...letters]
		.map(sizeOf)
		.reduce((sum, bytes) => sum + bytes, 0);
};

/**
 * Copies the uncommitted contents of a queue: positions, the records after them, and dead letters. Writers may continue
 * meanwhile; every record acknowledged before the call is in the copy. The consumer must not run at the same time.
 * @param to a directory that does not exist yet
 */
export const copyQueue = async (directory: string, to: string): Promise<void> => {
	mkdirSync(join(to, DEAD_LETTERS), { recursive: true, mode: 0o700 });
	if (!existsSync(join(directory, IDENTITY))) return;
	await copyFile(join(directory, IDENTITY), join(to, IDENTITY), constants.COPYFILE_EXCL);
	for (const log of logsIn(directory))
		await copyLogUndisturbed(log, join(to, log.path.slice(directory.length + 1)));
	for (const name of deadLettersIn(directory))
		await copyFile(join(directory, DEAD_LETTERS, name), join(to, DEAD_LETTERS, name)).catch(
			(error: unknown) => {
				if (!isMissing(error)) throw error;
			},
		);
};
