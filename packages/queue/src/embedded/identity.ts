import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonValue } from "@footfall/shared/json-value";

const FORMAT = 2;

/** Writes the file, unless another process is faster. */
const create = (path: string): void => {
	const draft = `${path}.${process.pid}`;
	const content = JSON.stringify({ format: FORMAT, id: randomBytes(8).toString("hex") });
	try {
		writeFileSync(draft, content, { mode: 0o600, flush: true });
		linkSync(draft, path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(draft, { force: true });
	}
};

const pathIn = (directory: string) => join(directory, "queue.json");

/** Whether a directory has a queue. */
export const hasQueue = (directory: string): boolean => existsSync(pathIn(directory));

/** The permanent name of the queue in a directory. Both are created if missing. */
export const queueIdOf = (directory: string): string => {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const path = pathIn(directory);
	if (!hasQueue(directory)) create(path);
	const { format, id } = (jsonValue(readFileSync(path, "utf8")) ?? {}) as Record<string, unknown>;
	if (format === FORMAT && typeof id === "string") return id;
	throw new Error(
		format === undefined
			? `${path} is damaged. Remove it; records stored before are then recognised only by their ids`
			: `The queue in ${directory} has format ${format}; this version reads format ${FORMAT}. Empty it with the version that wrote it, or use another directory.`,
	);
};
