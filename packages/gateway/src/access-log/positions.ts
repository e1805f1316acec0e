import { createHash } from "node:crypto";
import { join } from "node:path";
import { jsonValue } from "@footfall/shared/json-value";
import { z } from "zod";
import { keepLastGood, lastGood } from "../site-config/last-good.ts";
import { type FilePosition, START } from "./line-splitter.ts";

const Position = z.object({
	offset: z.number().int().nonnegative(),
	lines: z.number().int().nonnegative(),
});

const KEY_CHARACTERS = 32;

/** How far each log was read. Logs are recognised by their first lines, because rotation renames them. */
export interface Positions {
	/** The start, for a log that was never read or whose position cannot be read. */
	of(firstLine: string): Promise<FilePosition>;
	keep(firstLine: string, position: FilePosition): Promise<void>;
}

/** Stores positions below the data directory, separately for each `purpose`: the same log may be read for two sites. */
export const createPositions = (dataDirectory: string, purpose: string): Positions => {
	const pathOf = (firstLine: string) => {
		const key = createHash("sha256").update(`${purpose}\n${firstLine}`).digest("hex");
		return join(dataDirectory, "import-logs", `${key.slice(0, KEY_CHARACTERS)}.json`);
	};
	return {
		of: async (firstLine) => {
			const text = await lastGood(pathOf(firstLine));
			// Ids derive from the lines, so rereading from the start costs time but duplicates nothing for a day.
			return Position.safeParse(jsonValue(text ?? "")).data ?? START;
		},
		keep: (firstLine, position) => keepLastGood(pathOf(firstLine), JSON.stringify(position)),
	};
};
