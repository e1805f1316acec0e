import { answerOf, client } from "../../../api/client.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { andInvalidate } from "./organization-api.ts";

export type ApiKey =
	paths["/api/auth/api-key/list"]["get"]["responses"][200]["content"]["application/json"]["apiKeys"][number];

/** The keys of an organization, or of the person's own account. */
const KEYS = (organization: string | undefined) => ["keys", organization ?? null];

export const useKeys = (organization: string | undefined): Report<readonly ApiKey[]> =>
	useReport({
		key: KEYS(organization),
		keepsPrevious: false,
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/auth/api-key/list", {
						params: { query: organization === undefined ? {} : { organizationId: organization } },
						signal,
					}),
				)
			).apiKeys,
	});

type NewKey = NonNullable<
	paths["/api/user/api-keys"]["post"]["requestBody"]
>["content"]["application/json"];

/** @returns the key itself, which the API never returns again */
export const createKey = async (
	organizationId: string | undefined,
	body: NewKey,
): Promise<string> => {
	const made =
		organizationId === undefined
			? answerOf(client.POST("/api/user/api-keys", { body }))
			: answerOf(
					client.POST("/api/organizations/{organizationId}/api-keys", {
						params: { path: { organizationId } },
						body,
					}),
				);
	return (await andInvalidate(made, KEYS(organizationId))).key;
};

export const switchKey = (organizationId: string | undefined, keyId: string, enabled: boolean) =>
	andInvalidate(
		answerOf(client.POST("/api/auth/api-key/update", { body: { keyId, enabled } })),
		KEYS(organizationId),
	);

export const revokeKey = (organizationId: string | undefined, keyId: string) =>
	andInvalidate(
		answerOf(client.POST("/api/auth/api-key/delete", { body: { keyId } })),
		KEYS(organizationId),
	);
