import { readCombinedLine } from "./combined-line.ts";
import { readJsonLine } from "./json-line.ts";
import type { ReadLine } from "./log-entry.ts";

/** Reads a line of an access log, whichever of the known formats it has. */
export const readLogLine = (line: string): ReadLine =>
	line.trimStart().startsWith("{") ? readJsonLine(line) : readCombinedLine(line);
