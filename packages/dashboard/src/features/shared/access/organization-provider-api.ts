import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

const PATH = "/api/organizations/{organizationId}/sign-in-providers";

export type SignInProvider =
	paths[typeof PATH]["get"]["responses"][200]["content"]["application/json"]["data"][number];
export type NewSignInProvider = NonNullable<
	paths[typeof PATH]["post"]["requestBody"]
>["content"]["application/json"];
export type SignInProviderChanges = NonNullable<
	paths[`${typeof PATH}/{providerId}`]["patch"]["requestBody"]
>["content"]["application/json"];

const key = (organization: string) => ["sign-in-providers", organization];
const at = (organizationId: string) => ({ params: { path: { organizationId } } });
const one = (organizationId: string, providerId: string) => ({
	params: { path: { organizationId, providerId } },
});

/** The OpenID providers of an organization, for administrators. */
export const useSignInProviders = (organization: string): Report<readonly SignInProvider[]> =>
	useReport({
		key: key(organization),
		keepsPrevious: false,
		fetch: async (signal) =>
			(await answerOf(client.GET(PATH, { ...at(organization), signal }))).data,
	});

/** @throws RequestFailure DOMAIN_CLAIMED, DOMAIN_HAS_PROVIDER */
export const addProvider = async (organization: string, body: NewSignInProvider) => {
	await answerOf(client.POST(PATH, { ...at(organization), body }));
	await invalidate(key(organization));
};

/** Changes what `body` names; without a secret, the present one stays. */
export const changeProvider = async (
	organization: string,
	id: string,
	body: SignInProviderChanges,
): Promise<void> => {
	await answerOf(client.PATCH(`${PATH}/{providerId}`, { ...one(organization, id), body }));
	await invalidate(key(organization));
};

/** @throws RequestFailure DOMAIN_NOT_VERIFIED, DOMAIN_CLAIMED */
export const verifyProvider = async (
	organization: string,
	id: string,
	/** For administrators of the instance: vouches for the domain in place of its record. */
	confirm: boolean,
): Promise<void> => {
	await answerOf(
		client.POST(`${PATH}/{providerId}/verify`, {
			...one(organization, id),
			body: { confirm },
		}),
	);
	await invalidate(key(organization));
};

export const removeProvider = async (organization: string, id: string): Promise<void> => {
	await answerOf(client.DELETE(`${PATH}/{providerId}`, one(organization, id)));
	await invalidate(key(organization));
};
