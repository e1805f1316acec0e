import { readCombinedLine } from "./combined-line.ts";
import { readJsonLine } from "./json-line.ts";
import type { ReadLine } from "./log-entry.ts";
import { readProxyManagerLine } from "./proxy-manager-line.ts";
import { readW3cLine, type W3cFields } from "./w3c-line.ts";

/**
 * Reads a line of an access log in any of the known formats.
 * @param fields those that the log has declared before, if it does
 */
export const readLogLine = (line: string, fields?: W3cFields): ReadLine => {
	const start = line.trimStart();
	if (start.startsWith("{")) return readJsonLine(line);
	if (fields !== undefined) return readW3cLine(line, fields);
	return start.startsWith("[") ? readProxyManagerLine(start) : readCombinedLine(line);
};
