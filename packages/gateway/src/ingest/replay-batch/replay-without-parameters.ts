import { setImmediate } from "node:timers/promises";
import { createJsonStripper } from "../../lookup/json-without-parameters.ts";
import { STEP_BYTES } from "./scan.ts";

/** A recorder's body without the excluded parameters in any of its addresses; other requests are served in between. */
export const replayWithoutParameters = async (
	body: Buffer,
	excluded: ReadonlySet<string>,
): Promise<Buffer> => {
	if (excluded.size === 0) return body;
	const { advance, result } = createJsonStripper(body, excluded);
	for (let until = STEP_BYTES; advance(until); until += STEP_BYTES) await setImmediate();
	return result();
};
