import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { isInstanceAdmin } from "../access/caller.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import {
	domainClaimed,
	type OrganizationProviderServices,
	provesDomain,
	requireUnclaimed,
} from "./domain-claims.ts";
import { domainOfEmail } from "./domain-of-email.ts";
import { linkingRoute } from "./linking-route.ts";
import { providerChangeRoutes } from "./organization-provider-changes.ts";
import { recordOf, ShownProvider, shownBy } from "./organization-provider-shapes.ts";
import { SignInProvider, signInProviderOf } from "./provider.ts";

const path = "/api/organizations/{organizationId}/sign-in-providers";

const listProviders = ({ database, baseUrl }: OrganizationProviderServices): Route =>
	route({
		path,
		method: "get",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "org:read" },
		summary: "The OpenID providers of an organization",
		description: "Without their secrets.",
		response: z.strictObject({ data: z.array(ShownProvider) }),
		handle: async ({ organizationId }) => {
			const rows = await database
				.selectFrom("organization_provider")
				.selectAll()
				.where("organizationId", "=", organizationId)
				.orderBy("createdAt")
				.execute();
			return { data: rows.map(shownBy(baseUrl)) };
		},
	});

const verifyProvider = ({
	database,
	baseUrl,
	providers,
	resolveTxt,
}: OrganizationProviderServices): Route =>
	route({
		path: `${path}/{providerId}/verify`,
		method: "post",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "unlimited" },
		params: z.object({ providerId: z.string().max(100) }),
		summary: "Verifies the mail domain of a provider",
		description:
			"By its TXT record; an administrator of the instance vouches for it without one, by `confirm: true`. 400 with `DOMAIN_NOT_VERIFIED` while the record is missing.",
		audit: "organization.provider-verify",
		body: z.strictObject({ confirm: z.boolean() }),
		response: ShownProvider,
		handle: async ({ organizationId, caller, params: { providerId }, body }) => {
			const row = found(
				"Provider",
				await database
					.selectFrom("organization_provider")
					.selectAll()
					.where("organizationId", "=", organizationId)
					.where("providerId", "=", providerId)
					.executeTakeFirst(),
			);
			await requireUnclaimed(providers, row.domain, organizationId);
			const isVouchedFor = body.confirm && isInstanceAdmin(caller);
			if (!isVouchedFor && !(await provesDomain(row, resolveTxt))) {
				const { name, value } = recordOf(row);
				throw new ApiError(
					"INVALID_REQUEST",
					`The domain has no TXT record ${name} with the text ${value} yet: it may take an hour until it is seen`,
					{ code: "DOMAIN_NOT_VERIFIED" },
				);
			}
			const changed = await database
				.updateTable("organization_provider")
				.set({ domainVerifiedAt: new Date() })
				.where("providerId", "=", providerId)
				.returningAll()
				.executeTakeFirstOrThrow()
				.catch(onUniqueViolation(domainClaimed));
			return shownBy(baseUrl)(changed);
		},
	});

const providerOfAddress = ({ providers }: OrganizationProviderServices): Route =>
	route({
		method: "post",
		path: "/api/sign-in/provider",
		tags: ["Accounts"],
		summary: "The provider with which people of a mail domain sign in",
		description:
			"For the sign-in page: null if no organization has set one up for the domain of the address. Says nothing about accounts.",
		access: "anyone",
		isQuestion: true,
		body: z.strictObject({ email: z.string().min(3).max(254) }),
		response: z.strictObject({ provider: SignInProvider.nullable() }),
		handle: async ({ body: { email } }) => {
			const provider = await providers.ofDomain(domainOfEmail(email));
			return { provider: provider ? signInProviderOf(provider) : null };
		},
	});

/** The providers of an organization, each for the addresses of a mail domain that was proved to be its own. */
export const organizationProviderRoutes = (
	services: OrganizationProviderServices,
): readonly Route[] => [
	listProviders(services),
	...providerChangeRoutes(services),
	verifyProvider(services),
	providerOfAddress(services),
	linkingRoute(services),
];
