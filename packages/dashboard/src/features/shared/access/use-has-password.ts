import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

const ACCOUNT = ["account"];

const useAccount = () =>
	useReport({
		key: ACCOUNT,
		fetch: (signal) => answerOf(client.GET("/api/auth/get-account", { signal })),
	});

/** Whether a password was ever set: people who started with a sign-in link, or come in with a provider, have none. */
export const useHasPassword = (): Report<boolean> => {
	const report = useAccount();
	return { ...report, data: report.data?.hasPassword };
};

/** Whether the person may choose a first password: not beside a provider. */
export const useCanChoosePassword = (): boolean => useAccount().data?.canChoosePassword ?? false;

/** Fetches it again, after a password was set. */
export const invalidateHasPassword = (): Promise<void> => invalidate(ACCOUNT);
