import { randomBytes } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { privateHostRefusal } from "../destinations/permitted-targets.ts";
import { sealSecret } from "../destinations/sealed-secret.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { type OrganizationProviderServices, requireUnclaimed } from "./domain-claims.ts";
import {
	NewProvider,
	ProviderChanges,
	ProviderSettings,
	ShownProvider,
	shownBy,
} from "./organization-provider-shapes.ts";
import { accountProviderOf } from "./provider.ts";

const MAX_PROVIDERS = 10;

const path = "/api/organizations/{organizationId}/sign-in-providers";
const shared = {
	tags: ["Organizations"],
	access: { organization: "admin", scope: "unlimited" },
} as const;
const one = {
	...shared,
	path: `${path}/{providerId}`,
	params: z.object({ providerId: z.string().max(100) }),
} as const;

/** Call it in the transaction that adds a provider. @throws ApiError 400 or 409 for one provider too many */
const requireRoom = async (database: Database, organizationId: string, wanted: string) => {
	// Requests at once would all find room.
	await database
		.selectFrom("organization")
		.select("id")
		.where("id", "=", organizationId)
		.forNoKeyUpdate()
		.executeTakeFirst();
	const present = await database
		.selectFrom("organization_provider")
		.select("domain")
		.where("organizationId", "=", organizationId)
		.execute();
	if (present.some((other) => other.domain === wanted))
		throw new ApiError(
			"CONFLICT",
			"This organization has a provider for this domain: change it, or remove it first",
			{ code: "DOMAIN_HAS_PROVIDER" },
		);
	if (present.length >= MAX_PROVIDERS)
		throw new ApiError("INVALID_REQUEST", `An organization has at most ${MAX_PROVIDERS} providers`);
};

const addProvider = (services: OrganizationProviderServices): Route =>
	route({
		...shared,
		path,
		method: "post",
		summary: "Adds an OpenID provider for the addresses of a mail domain",
		description:
			"People can sign in with it once the domain is verified: set the TXT record and call `verify`. 409 with `DOMAIN_CLAIMED` for a domain that somebody else has.",
		audit: "organization.provider-add",
		body: NewProvider,
		response: ShownProvider,
		status: 201,
		handle: async ({ organizationId, body }) => {
			const { database, secret, baseUrl, providers, policy } = services;
			if (baseUrl === undefined)
				throw new ApiError(
					"INVALID_REQUEST",
					"The operator of this server has to set BASE_URL first, so that providers send people back here",
				);
			const { domain, clientSecret, name, issuer, clientId, ...settings } = body;
			await requireUnclaimed(providers, domain, organizationId);
			const refusal = policy.privateNetworks
				? ""
				: await privateHostRefusal(new URL(issuer).hostname);
			if (refusal !== "") throw new ApiError("INVALID_REQUEST", refusal);
			await requireRoom(database, organizationId, domain);
			const row = await database
				.insertInto("organization_provider")
				.values({
					providerId: `o_${randomBytes(9).toString("base64url")}`,
					...{ organizationId, name, issuer, clientId, domain },
					sealedSecret: sealSecret(clientSecret, secret),
					settings: JSON.stringify(settings),
					domainToken: randomBytes(18).toString("base64url"),
				})
				.returningAll()
				.executeTakeFirstOrThrow();
			return shownBy(baseUrl)(row);
		},
	});

const changeProvider = ({ database, secret, baseUrl }: OrganizationProviderServices): Route =>
	route({
		...one,
		method: "patch",
		summary: "Changes an OpenID provider of an organization",
		description:
			"Only the fields in the body change, such as a client secret that was renewed. Issuer and domain stay: for others, add another provider.",
		audit: "organization.provider-change",
		body: ProviderChanges,
		response: ShownProvider,
		handle: async ({ organizationId, params: { providerId }, body }) => {
			const row = found(
				"Provider",
				await database
					.selectFrom("organization_provider")
					.selectAll()
					.where("organizationId", "=", organizationId)
					.where("providerId", "=", providerId)
					.forUpdate()
					.executeTakeFirst(),
			);
			const { name = row.name, clientId = row.clientId, clientSecret, defaultRole, ...rest } = body;
			const settings = ProviderSettings.parse({
				...row.settings,
				...rest,
				...(defaultRole !== undefined && { defaultRole: defaultRole ?? undefined }),
			});
			const changed = await database
				.updateTable("organization_provider")
				.set({ name, clientId, settings: JSON.stringify(settings) })
				.$if(clientSecret !== undefined, (query) =>
					query.set({ sealedSecret: sealSecret(clientSecret ?? "", secret) }),
				)
				.where("providerId", "=", providerId)
				.returningAll()
				.executeTakeFirstOrThrow();
			return shownBy(baseUrl)(changed);
		},
	});

/** Ends what began with a provider. Memberships stay, as if a person had given them. */
const forgetPeople = async (database: Database, providerId: string): Promise<void> => {
	await database
		.deleteFrom("session")
		.where("id", "in", (session) =>
			session
				.selectFrom("provider_session")
				.select("sessionId")
				.where("providerId", "=", providerId),
		)
		.execute();
	await database
		.deleteFrom("account")
		.where("providerId", "=", accountProviderOf({ id: providerId }))
		.execute();
	await database
		.updateTable("member")
		.set({ providerId: null })
		.where("providerId", "=", providerId)
		.execute();
};

const removeProvider = ({ database }: OrganizationProviderServices): Route =>
	route({
		...one,
		method: "delete",
		summary: "Removes an OpenID provider of an organization",
		description:
			"Sessions that began with it end. Its people stay members, and need another way to sign in, such as a password by mail.",
		audit: "organization.provider-remove",
		response: Success,
		handle: async ({ organizationId, params: { providerId } }) => {
			const removed = await database
				.deleteFrom("organization_provider")
				.where("organizationId", "=", organizationId)
				.where("providerId", "=", providerId)
				.returning("providerId")
				.executeTakeFirst();
			found("Provider", removed);
			await forgetPeople(database, providerId);
			return { success: true };
		},
	});

/** Adds, changes and removes providers of an organization. */
export const providerChangeRoutes = (services: OrganizationProviderServices): readonly Route[] => [
	addProvider(services),
	changeProvider(services),
	removeProvider(services),
];
