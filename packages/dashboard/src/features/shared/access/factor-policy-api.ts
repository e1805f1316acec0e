import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

export type SignInPolicy =
	paths["/api/organizations/{organizationId}/sign-in-policy"]["get"]["responses"][200]["content"]["application/json"];

const key = (organization: string) => ["sign-in-policy", organization];
const at = (organizationId: string) => ({ params: { path: { organizationId } } });

/** How members must sign in, for administrators. */
export const useSignInPolicy = (organization: string): Report<SignInPolicy> =>
	useReport({
		key: key(organization),
		keepsPrevious: false,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/organizations/{organizationId}/sign-in-policy", {
					...at(organization),
					signal,
				}),
			),
	});

/** @throws RequestFailure SECOND_FACTOR_NEEDED_FIRST for somebody who has none */
export const requireFactor = async (
	organization: string,
	requiresSecondFactor: boolean,
): Promise<void> => {
	await answerOf(
		client.PUT("/api/organizations/{organizationId}/sign-in-policy", {
			...at(organization),
			body: { requiresSecondFactor },
		}),
	);
	await invalidate(key(organization));
};

/** Mails a member the link that removes their second factor. @throws RequestFailure where that is not possible */
export const resetFactorOf = async (organizationId: string, memberId: string): Promise<void> => {
	await answerOf(
		client.POST("/api/organizations/{organizationId}/members/{memberId}/reset-second-factor", {
			params: { path: { organizationId, memberId } },
		}),
	);
};
