import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

type MemberPath = "/api/organizations/{organizationId}/members/{memberId}";
export type MemberSession =
	paths[`${MemberPath}/sessions`]["get"]["responses"][200]["content"]["application/json"]["data"][number];
/** Administrators do not get the city of a member's sign-in. */
export type SignIn =
	paths[`${MemberPath}/sign-ins`]["get"]["responses"][200]["content"]["application/json"]["data"][number] & {
		city?: string;
	};
export interface SignInPage {
	data: readonly SignIn[];
	totalCount: number;
}

export const SIGN_INS_PAGE_SIZE = 20;

export const useOwnSignIns = (page: number): Report<SignInPage> =>
	useReport({
		key: ["sign-ins", page],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/user/sign-ins", {
					params: { query: { page, page_size: SIGN_INS_PAGE_SIZE } },
					signal,
				}),
			),
	});

const SESSIONS_OF = (memberId: string) => ["member-sessions", memberId];

export const useMemberSessions = (
	organizationId: string,
	memberId: string,
): Report<readonly MemberSession[]> =>
	useReport({
		key: SESSIONS_OF(memberId),
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/organizations/{organizationId}/members/{memberId}/sessions", {
						params: { path: { organizationId, memberId } },
						signal,
					}),
				)
			).data,
	});

export const useMemberSignIns = (
	organizationId: string,
	memberId: string,
	page: number,
): Report<SignInPage> =>
	useReport({
		key: ["member-sign-ins", memberId, page],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/organizations/{organizationId}/members/{memberId}/sign-ins", {
					params: {
						path: { organizationId, memberId },
						query: { page, page_size: SIGN_INS_PAGE_SIZE },
					},
					signal,
				}),
			),
	});

export const endSessionsOf = async (organizationId: string, memberId: string): Promise<void> => {
	await answerOf(
		client.DELETE("/api/organizations/{organizationId}/members/{memberId}/sessions", {
			params: { path: { organizationId, memberId } },
		}),
	);
	await invalidate(SESSIONS_OF(memberId));
};
