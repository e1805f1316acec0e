import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

const ACCOUNT = ["account"];

/** Whether a password was ever set: people who started with a sign-in link have none. */
export const useHasPassword = (): Report<boolean> =>
	useReport({
		key: ACCOUNT,
		fetch: async (signal) =>
			(await answerOf(client.GET("/api/auth/get-account", { signal }))).hasPassword,
	});

/** Fetches it again, after a password was set. */
export const invalidateHasPassword = (): Promise<void> => invalidate(ACCOUNT);
