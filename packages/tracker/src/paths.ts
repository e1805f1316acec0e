import type { BeforeSend } from "./event/outgoing-event.ts";
import { hidePaths } from "./paths/hide-paths.ts";

const list = (json: string | undefined): string[] => JSON.parse(json || "[]");

/**
 * Reads the paths that a script tag hides.
 * @throws SyntaxError, which the console shows, for what is no JSON array or no regular expression: the alternative, sending
 * what was to be hidden, would be worse than sending nothing.
 */
export const hidePathsOfTag = ({ skipPatterns, maskPatterns }: DOMStringMap): BeforeSend =>
	hidePaths(list(skipPatterns), list(maskPatterns));
