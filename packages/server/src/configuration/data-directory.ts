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
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "@footfall/shared/logger";

/** Nobody else may read the files of this process and its children, whichever engine creates them. */
export const PRIVATE_UMASK = 0o077;
const OF_OTHERS = 0o077;
const OF_OWNER = 0o700;

/** Every name that the product uses in its data directory, with suffixes such as `lock.<id>` and `spill-2`. */
const OURS =
	/^(accounts|backend\.sock|backup|first-sign-in|gateway|import-logs|lock|queue|restoring|scripts|secret|spill|store)([.-].*)?$/;
/** Made by the file system itself. */
const OF_THE_DISK = new Set(["lost+found"]);
/** In a shared directory, a folder of this name may be somebody else's; the content of ours is public anyway. */
const PUBLIC = "scripts";

/** A link is never followed: what it leads to is not ours. A pipe must not hold up the start. */
const OPENING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface Findings {
	/** Files and directories that others could read, and no longer can. */
	closed: number;
	/** … and still can, because they belong to another user. */
	left: number;
}

/** Takes the rights of others away from one file or directory. */
const closeToOthers = (path: string, findings: Findings): void => {
	let descriptor: number;
	try {
		descriptor = openSync(path, OPENING);
	} catch (error) {
		// Removed meanwhile, or a socket; the one that we make is private from the start.
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
		// Engines remove directories at any time.
		return [];
	}
};

/** Closes everything below a directory, one directory in a turn of the event loop, so that a large store blocks nothing. */
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
 * Takes the rights of other users away from everything that the product keeps: earlier versions made some of it readable,
 * and some writable, by all. The directories at the top are closed before this returns, which shuts off all that is below;
 * the rest follows in the background. Files that are not the product's, and a directory that it shares, stay as they are.
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
			log.info({ directory, closed: findings.closed }, "other users can no longer get at the data");
		if (findings.left > 0)
			log.warn(
				{ directory, left: findings.left },
				"other users can get at files of the data directory that belong to another user; give them to the one that runs the product",
			);
	};
	return closeRest();
};

/** The directory, or the nearest above it that is there. */
const nearest = (directory: string): string =>
	existsSync(directory) || dirname(directory) === directory
		? directory
		: nearest(dirname(directory));

/** One after the other: where none can be made, as in /proc, Node's way of making several (`recursive`) tries for ever. */
const makeBelow = (there: string, directory: string): void => {
	const names = relative(there, directory).split(sep);
	for (const [index, name] of names.entries())
		if (name !== "") mkdirUnlessThere(join(there, ...names.slice(0, index), name));
	// Of a file in its place, or of one on the way, it says which of the two it is.
	mkdirSync(directory, { recursive: true, mode: OF_OWNER });
};

const mkdirUnlessThere = (path: string): void => {
	try {
		mkdirSync(path, { mode: OF_OWNER });
	} catch (error) {
		// Another process of the product made it just now, or it is a file.
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
};

/**
 * Makes the data directory where it is missing.
 * @throws EnvironmentError where it is none
 * @throws Error of the system, with the directory as its path, where it cannot be made or written to
 */
export const makeDataDirectory = (directory: string): void => {
	try {
		// Node says of a disk that can only be read that there is no such directory.
		accessSync(nearest(directory), constants.W_OK);
		makeBelow(nearest(directory), directory);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST")
			throw new EnvironmentError(
				`${directory}: it is a file; let DATA_DIR name a directory, or a path where one can be made`,
			);
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT")
			throw new EnvironmentError(
				`${directory}: no directory can be made there; let DATA_DIR name a path on a disk that can be written to`,
			);
		throw Object.assign(new Error(`${directory}: ${code}`), { code, path: directory });
	}
};
