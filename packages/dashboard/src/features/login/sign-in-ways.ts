import { answerOf, client } from "../../api/client.ts";
import type { paths } from "../../api/schema.ts";
import { type Report, useReport } from "../../api/use-report.ts";

export type SignInWays =
	paths["/api/config"]["get"]["responses"][200]["content"]["application/json"];

/** How people may sign in to this server. */
export const useSignInWays = (): Report<SignInWays> =>
	useReport({
		key: ["sign-in-ways"],
		fetch: (signal) => answerOf(client.GET("/api/config", { signal })),
	});
