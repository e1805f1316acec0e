import { answerOf, client } from "../../../api/client.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

/** Whether the signed-in person is an administrator of the instance. */
export const useIsInstanceAdmin = (): Report<boolean> =>
	useReport({
		key: ["instance-admin"],
		fetch: async (signal) =>
			(await answerOf(client.GET("/api/auth/get-session", { signal })))?.user.isSystemAdmin ===
			true,
	});
