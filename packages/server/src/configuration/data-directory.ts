import {
	accessSync,
	closeSync,
	constants,
	existsSync,
	fchmodSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { refuseLmdbQueue } from "@footfall/queue/refuse-lmdb-queue";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "@footfall/shared/logger";

/** Makes the files of this process and its children private, whichever engine creates them. */
export const PRIVATE_UMASK = 0o077;
const OF_OTHERS = 0o077;
const OF_OWNER = 0o700;

/** Every name that the product uses in its data directory, with suffixes such as `lock.<id>` and `spill-2`. */
const OURS =
	/^(accounts|backend\.sock|backup|first-sign-in|gateway|import-logs|lock|queue|restoring|scripts|secret|source-maps|spill|store)([.-].*)?$/;
const SPILL = /^spill(-\d+)?$/;
/** Created by the file system itself. */
const OF_THE_DISK = new Set(["lost+found"]);
/** In a shared directory, a folder of this name may be somebody else's; ours has public content anyway. */
const PUBLIC = "scripts";

/** Links are never followed, because their targets are not ours. A pipe must not block the start. */
const OPENING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface Findings {
	/** Files and directories that were accessible to others, and no longer are. */
	closed: number;
	/** Those that still are, because they belong to another user. */
	left: number;
}

/** Removes others' permissions from one file or directory. */
const closeToOthers = (path: string, findings: Findings): void => {
	let descriptor: number;
	try {
		descriptor = openSync(path, OPENING);
	} catch (error) {
		// Removed meanwhile, or a socket; ours is private from the start.
		const { code = "" } = error as NodeJS.ErrnoException;
		if (code === "EACCES" || code === "EPERM") findings.left++;
		return;
	}
	try {
		const stat = fstatSync(descriptor);
		if (!stat.isFile() && !stat.isDirectory()) return;
		fchmodSync(descriptor, stat.mode & OF_OWNER);
		findings.closed++;
	} catch {
		findings.left++;
	} finally {
		closeSync(descriptor);
	}
};

const isOpenToOthers = (path: string): boolean => {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	return stat !== undefined && !stat.isSymbolicLink() && (stat.mode & OF_OTHERS) !== 0;
};

const entriesOf = (directory: string) => {
	try {
		return readdirSync(directory, { withFileTypes: true });
	} catch {
		// Engines may remove directories at any time.
		return [];
	}
};

/** The queues of a data directory with these names in it: with Kafka, one for each process that may spill records. */
export const queuesAmong = (names: readonly string[], kafka: object | undefined): string[] =>
	kafka === undefined ? ["queue"] : names.filter((name) => SPILL.test(name));

/** @throws EnvironmentError if one of the queues is that of 0.1.0 */
export const refuseLmdbQueues = (directory: string, kafka: object | undefined): void => {
	// A directory that cannot be listed is reported by what needs it.
	const names = entriesOf(directory).map(({ name }) => name);
	for (const name of queuesAmong(names, kafka)) refuseLmdbQueue(join(directory, name));
};

/**
 * Makes everything below a directory private, one directory per turn of the event loop, so that a large store blocks
 * nothing.
 */
const closeBelow = async (directory: string, findings: Findings): Promise<void> => {
	for (const entry of entriesOf(directory)) {
		const path = join(directory, entry.name);
		if (isOpenToOthers(path)) closeToOthers(path, findings);
		if (!entry.isDirectory()) continue;
		await nextTurn();
		await closeBelow(path, findings);
	}
};

/**
 * Removes other users' permissions from all of the product's files, because earlier versions made some readable, and
 * some writable, by all. The top directories are made private before this returns, which protects everything below
 * them; the rest follows in the background. Other files, and a shared directory, stay unchanged.
 */
export const closeDataDirectory = (directory: string, log: Logger): Promise<void> => {
	const findings: Findings = { closed: 0, left: 0 };
	const entries = entriesOf(directory);
	const ours = entries.filter(({ name }) => OURS.test(name));
	const isShared =
		entries.length > ours.length + entries.filter(({ name }) => OF_THE_DISK.has(name)).length;
	const closing = ours.filter(({ name }) => !isShared || name !== PUBLIC);
	const tops = closing.map(({ name }) => join(directory, name));
	for (const path of isShared ? tops : [directory, ...tops])
		if (isOpenToOthers(path)) closeToOthers(path, findings);

	const closeRest = async () => {
		for (const entry of closing)
			if (entry.isDirectory()) await closeBelow(join(directory, entry.name), findings);
		if (findings.closed > 0)
			log.info(
				{ directory, closed: findings.closed },
				"Other users no longer have access to the data directory",
			);
		if (findings.left > 0)
			log.warn(
				{ directory, left: findings.left },
				"Other users have access to files in the data directory that this user does not own; change their owner to the user that runs the product",
			);
	};
	return closeRest();
};

/** The directory, or its nearest existing ancestor. */
const nearest = (directory: string): string =>
	existsSync(directory) || dirname(directory) === directory
		? directory
		: nearest(dirname(directory));

/**
 * Creates directories one by one, because where none can be created, as in /proc, Node's `recursive` retries for ever.
 */
const makeBelow = (there: string, directory: string): void => {
	const names = relative(there, directory).split(sep);
	for (const [index, name] of names.entries())
		if (name !== "") mkdirUnlessThere(join(there, ...names.slice(0, index), name));
	// Distinguishes a file in its place from one on the way.
	mkdirSync(directory, { recursive: true, mode: OF_OWNER });
};

const mkdirUnlessThere = (path: string): void => {
	try {
		mkdirSync(path, { mode: OF_OWNER });
	} catch (error) {
		// Another process of the product created it just now, or it is a file.
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
};

/**
 * Creates a missing data directory.
 * @throws EnvironmentError if it is not a directory
 * @throws Error of the system, with the directory as its path, if it cannot be created or written to
 */
export const makeDataDirectory = (directory: string): void => {
	try {
		// On a read-only disk, Node reports that the directory does not exist.
		accessSync(nearest(directory), constants.W_OK);
		makeBelow(nearest(directory), directory);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST")
			throw new EnvironmentError(
				`${directory}: is a file; set DATA_DIR to a directory, or to a path where one can be created`,
			);
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT")
			throw new EnvironmentError(
				`${directory}: cannot be created; set DATA_DIR to a path on a writable disk`,
			);
		throw Object.assign(new Error(`${directory}: ${code}`), { code, path: directory });
	}
};
