import type { Answer } from "../../../api/answer.ts";
import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

export type Member = Answer<"/api/organizations/{organizationId}/members">["data"][number];
export type Team = Answer<"/api/organizations/{organizationId}/teams">["teams"][number];
export type Invitation = Answer<"/api/auth/organization/list-invitations">[number];
export type AuditEntry = Answer<"/api/organizations/{organizationId}/audit-log">["data"][number];
export type EventDay = Answer<"/api/org-event-count/{organizationId}">["data"][number];
export type SiteUsage = Answer<"/api/sites/{site}/usage">;

/** The name of a member, or the address of one who has none. */
export const memberName = ({ user }: Pick<Member, "user">): string => user.name || user.email;

const at = (organizationId: string) => ({ params: { path: { organizationId } } });

export const MEMBERS = (organization: string) => ["members", organization];
export const TEAMS = (organization: string) => ["teams", organization];
export const INVITATIONS = (organization: string) => ["invitations", organization];

export const useMembers = (organization: string): Report<readonly Member[]> =>
	useReport({
		key: MEMBERS(organization),
		keepsPrevious: false,
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/organizations/{organizationId}/members", {
						...at(organization),
						signal,
					}),
				)
			).data,
	});

export const useTeams = (organization: string): Report<readonly Team[]> =>
	useReport({
		key: TEAMS(organization),
		keepsPrevious: false,
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/organizations/{organizationId}/teams", { ...at(organization), signal }),
				)
			).teams,
	});

export const useInvitations = (organization: string): Report<readonly Invitation[]> =>
	useReport({
		key: INVITATIONS(organization),
		keepsPrevious: false,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/auth/organization/list-invitations", {
					params: { query: { organizationId: organization } },
					signal,
				}),
			),
	});

export interface AuditQuery {
	action?: string;
	user_id?: string;
	via?: NonNullable<
		NonNullable<
			paths["/api/organizations/{organizationId}/audit-log"]["get"]["parameters"]["query"]
		>["via"]
	>;
	page: number;
}
export const AUDIT_PAGE_SIZE = 50;

export const useAuditLog = (
	organizationId: string,
	{ page, ...narrowed }: AuditQuery,
): Report<{ data: readonly AuditEntry[]; totalCount: number }> =>
	useReport({
		key: ["audit", organizationId, page, narrowed],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/organizations/{organizationId}/audit-log", {
					params: {
						path: { organizationId },
						query: { page, page_size: AUDIT_PAGE_SIZE, ...narrowed },
					},
					signal,
				}),
			),
	});

/** Events of all sites by day. */
export const useEventDays = (
	organizationId: string,
	query: { start_date: string; end_date: string; time_zone: string },
	isOff: boolean,
): Report<readonly EventDay[]> =>
	useReport({
		key: ["event-days", organizationId, query],
		isOff,
		keepsPrevious: false,
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/org-event-count/{organizationId}", {
						params: { path: { organizationId }, query },
						signal,
					}),
				)
			).data,
	});

/** This month's events of each site, with the projection for the whole month. */
export const useSiteUsages = (
	sites: readonly string[],
): Report<readonly (SiteUsage & { site: string })[]> =>
	useReport({
		key: ["usage", sites],
		isOff: sites.length === 0,
		keepsPrevious: false,
		fetch: (signal) =>
			Promise.all(
				sites.map(async (site) => ({
					site,
					...(await answerOf(
						client.GET("/api/sites/{site}/usage", { params: { path: { site } }, signal }),
					)),
				})),
			),
	});

/** Refetches the queries that a write changes. */
export const andInvalidate = async <Result>(
	result: Promise<Result>,
	...keys: (readonly unknown[])[]
): Promise<Result> => {
	const answer = await result;
	await Promise.all(keys.map((key) => invalidate(key)));
	return answer;
};

export type Role = "owner" | "admin" | "member" | "viewer";

export const changeRole = (organizationId: string, memberId: string, role: Role) =>
	andInvalidate(
		answerOf(
			client.POST("/api/auth/organization/update-member-role", {
				body: { organizationId, memberId, role },
			}),
		),
		MEMBERS(organizationId),
		["organizations"],
	);

export const removeMember = (organizationId: string, memberIdOrEmail: string) =>
	andInvalidate(
		answerOf(
			client.POST("/api/auth/organization/remove-member", {
				body: { organizationId, memberIdOrEmail },
			}),
		),
		MEMBERS(organizationId),
	);

export const limitMember = (
	organizationId: string,
	memberId: string,
	/** Undefined removes the limit. */
	siteIds: number[] | undefined,
) =>
	andInvalidate(
		answerOf(
			client.PUT("/api/organizations/{organizationId}/members/{memberId}/sites", {
				params: { path: { organizationId, memberId } },
				body: { hasRestrictedSiteAccess: siteIds !== undefined, siteIds: siteIds ?? [] },
			}),
		),
		MEMBERS(organizationId),
	);

export const createAccount = (
	organizationId: string,
	body: { email: string; password: string; role: Role; name?: string },
) =>
	andInvalidate(
		answerOf(
			client.POST("/api/organizations/{organizationId}/users", { ...at(organizationId), body }),
		),
		MEMBERS(organizationId),
	);

/** @returns the token of its link, which the API never returns again, and whether it was mailed */
export const invite = async (
	organizationId: string,
	{ email, role, isAgain }: { email: string; role: Role; isAgain: boolean },
): Promise<{ token: string; isMailed: boolean }> => {
	const { id, mailed } = await andInvalidate(
		answerOf(
			client.POST("/api/auth/organization/invite-member", {
				body: { organizationId, email, role, resend: isAgain },
			}),
		),
		INVITATIONS(organizationId),
	);
	return { token: id, isMailed: mailed };
};

export const withdrawInvitation = (organizationId: string, invitationId: string) =>
	andInvalidate(
		answerOf(client.POST("/api/auth/organization/cancel-invitation", { body: { invitationId } })),
		INVITATIONS(organizationId),
	);

export interface TeamContent {
	name: string;
	memberUserIds: string[];
	siteIds: number[];
}

export const saveTeam = (
	organizationId: string,
	teamId: string | undefined,
	body: TeamContent,
): Promise<unknown> =>
	andInvalidate<unknown>(
		teamId === undefined
			? answerOf(
					client.POST("/api/organizations/{organizationId}/teams", {
						...at(organizationId),
						body,
					}),
				)
			: answerOf(
					client.PUT("/api/organizations/{organizationId}/teams/{teamId}", {
						params: { path: { organizationId, teamId } },
						body,
					}),
				),
		TEAMS(organizationId),
		MEMBERS(organizationId),
	);

export const deleteTeam = (organizationId: string, teamId: string) =>
	andInvalidate(
		answerOf(
			client.DELETE("/api/organizations/{organizationId}/teams/{teamId}", {
				params: { path: { organizationId, teamId } },
			}),
		),
		TEAMS(organizationId),
		MEMBERS(organizationId),
	);

export const leaveOrganization = (organizationId: string) =>
	andInvalidate(
		answerOf(client.POST("/api/auth/organization/leave", { body: { organizationId } })),
		["organizations"],
	);

export const renameOrganization = (organizationId: string, name: string) =>
	andInvalidate(
		answerOf(
			client.POST("/api/auth/organization/update", { body: { organizationId, data: { name } } }),
		),
		["organizations"],
	);
