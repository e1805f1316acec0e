import { randomBytes } from "node:crypto";
import {
	closeSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { jsonValue } from "@footfall/shared/json-value";

const FORMAT = 2;
const FILE = "queue.json";

const contentOf = (path: string): string | undefined => {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};

/** Writes the file unless another process was faster. */
const create = (directory: string, path: string): void => {
	const draft = `${path}.${process.pid}`;
	const descriptor = openSync(draft, "w", 0o600);
	try {
		writeSync(descriptor, JSON.stringify({ format: FORMAT, id: randomBytes(8).toString("hex") }));
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
	try {
		linkSync(draft, path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	const folder = openSync(directory, "r");
	fsyncSync(folder);
	closeSync(folder);
};

/** The permanent name of the queue in a directory, which is created if missing. */
export const queueIdOf = (directory: string): string => {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const path = join(directory, FILE);
	if (contentOf(path) === undefined) create(directory, path);
	const { format, id } = (jsonValue(contentOf(path) ?? "") ?? {}) as {
		format?: number;
		id?: string;
	};
	if (format === FORMAT && typeof id === "string") return id;
	throw new Error(
		format === undefined
			? `${path} is damaged. Remove it; events that are stored already are then recognised by their ids alone`
			: `The queue in ${directory} has format ${format}; this version reads format ${FORMAT}. Empty it with the version that wrote it, or use another directory.`,
	);
};
