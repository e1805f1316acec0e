import type { ImportedHit } from "@footfall/shared/imported-hit";
import { MAX_LENGTH } from "@footfall/shared/limits";

const LENGTHS = [
	["hostname", MAX_LENGTH.hostname],
	["pathname", MAX_LENGTH.pathname],
	["querystring", MAX_LENGTH.querystring],
	["referrer", MAX_LENGTH.referrer],
	["eventName", MAX_LENGTH.eventName],
	["properties", MAX_LENGTH.errorProperties],
	["identifiedUser", MAX_LENGTH.userId],
	["tag", MAX_LENGTH.tag],
	["visitor", 1024],
	["id", 1024],
	["userAgent", 2048],
	["pageTitle", 2048],
	["city", 256],
	["language", 256],
	["timezone", 256],
	["browser", 256],
	["operatingSystem", 256],
	["deviceType", 256],
	["region", 256],
] as const;

/** Why a hit cannot be stored; `undefined` when it can. The lengths are those of the collecting path. */
export const hitFault = (hit: ImportedHit): string | undefined => {
	for (const [field, length] of LENGTHS)
		if ((hit[field]?.length ?? 0) > length) return `${field} has more than ${length} characters`;
	return undefined;
};
