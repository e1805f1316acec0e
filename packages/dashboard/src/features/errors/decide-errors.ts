import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";

/** A decision about errors: `new` takes back an earlier one. */
export interface Decision {
	state: "new" | "resolved" | "ignored";
	/** The release that has the correction. */
	release?: string;
	/** Ignored until it has occurred this many times more. */
	untilCount?: number;
	untilDays?: number;
}

/** Stores a decision about errors of a site, and reads what depends on it again. */
export const decideErrors = async (
	site: string,
	errorIds: readonly string[],
	decision: Decision,
): Promise<void> => {
	await answerOf(
		client.PUT("/api/sites/{site}/errors/states", {
			params: { path: { site } },
			body: { errorIds: [...errorIds], ...decision },
		}),
	);
	await invalidate(["report", site]);
};
