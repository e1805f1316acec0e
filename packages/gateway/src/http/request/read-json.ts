import { exceededLimit } from "@footfall/shared/json-structure";
import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import type { Refusal } from "../../errors/errors.ts";
import { NOT_JSON, refusal } from "../../errors/refusals.ts";
import { parseJson } from "./parse-json.ts";

const UNREASONABLE = refusal(
	"PAYLOAD_TOO_LARGE",
	"The body is nested more deeply or has more values than a batch of events may",
);

/** Events nest three levels deep, and newer ones a few more; the largest batch holds 500 of some thirty fields each. */
const STRUCTURE = { maxDepth: 64, maxValues: 50_000 };

/** The value of a body with one or more events, or why there is none. */
export const readJson = (bytes: Buffer): { value: unknown } | { refused: Refusal } => {
	if (bytes.length > MAX_EVENT_BYTES && exceededLimit(bytes, STRUCTURE) !== undefined)
		return { refused: UNREASONABLE };
	return parseJson(bytes) ?? { refused: NOT_JSON };
};
