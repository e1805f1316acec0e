import { through } from "./event/named-event.ts";
import type { BeforeSend } from "./event/outgoing-event.ts";
import type { Filter } from "./event/recorder.ts";
import { hidePaths } from "./paths/hide-paths.ts";

const list = (json: string | undefined): string[] => JSON.parse(json || "[]");

/**
 * Reads the paths that a script tag hides.
 * @throws SyntaxError, shown in the console, for an invalid JSON array or regular expression: sending nothing is better
 * than sending a path that should be hidden
 */
export const hidePathsOfTag = ({ skipPatterns, maskPatterns }: DOMStringMap): BeforeSend =>
	hidePaths(list(skipPatterns), list(maskPatterns));

/** The same as `hidePathsOfTag`, which scripts of earlier releases use, for those of today. */
export const filterOfTag = (dataset: DOMStringMap): Filter => through(hidePathsOfTag(dataset));
