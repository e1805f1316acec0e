import type { BeforeSend } from "./event/outgoing-event.ts";
import { hidePaths } from "./paths/hide-paths.ts";

const list = (json: string | undefined): string[] => JSON.parse(json || "[]");

/**
 * Reads the paths that a script tag hides.
 * @throws SyntaxError, shown in the console, for an invalid JSON array or regular expression: sending nothing is better
 * than sending a path that should be hidden
 */
export const hidePathsOfTag = ({ skipPatterns, maskPatterns }: DOMStringMap): BeforeSend =>
	hidePaths(list(skipPatterns), list(maskPatterns));
