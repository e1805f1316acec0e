import { z } from "zod";

const time = z.iso.datetime();

/** Records in the answers of the auth library, which may add fields. */
export const AuthUser = z
	.looseObject({
		id: z.string(),
		name: z.string(),
		email: z.string(),
		emailVerified: z.boolean(),
		image: z.string().nullish(),
		isSystemAdmin: z
			.boolean()
			.nullish()
			.describe("Whether this is an administrator of the instance"),
		createdAt: time,
		updatedAt: time,
	})
	.meta({ component: "AuthUser" });
export const AuthSession = z
	.looseObject({
		id: z.string(),
		userId: z.string(),
		token: z.string(),
		createdAt: time,
		updatedAt: time,
		expiresAt: time,
		userAgent: z.string().nullish(),
		browser: z.string().nullish(),
		operatingSystem: z.string().nullish(),
		deviceType: z.string().nullish(),
		country: z
			.string()
			.nullish()
			.describe("Where it was opened, ISO 3166-1; its address is not kept"),
		region: z.string().nullish(),
		city: z.string().nullish(),
		lastSeenAt: time.nullish().describe("Its last request, to the minute"),
	})
	.meta({ component: "AuthSession" });
export const CurrentSession = z
	.looseObject({ session: AuthSession, user: AuthUser })
	.meta({ component: "CurrentSession" });
export const AuthOrganization = z
	.looseObject({
		id: z.string(),
		name: z.string(),
		slug: z.string(),
		logo: z.string().nullish(),
		createdAt: time,
	})
	.meta({ component: "AuthOrganization" });
export const AuthMember = z
	.looseObject({
		id: z.string(),
		organizationId: z.string(),
		userId: z.string(),
		role: z.string(),
	})
	.meta({ component: "AuthMember" });
export const AuthInvitation = z
	.looseObject({
		id: z.string(),
		organizationId: z.string(),
		email: z.string(),
		role: z.string().nullable(),
		status: z.string(),
		expiresAt: time,
	})
	.meta({ component: "AuthInvitation" });
export const AuthKey = z
	.looseObject({
		id: z.string(),
		name: z.string().nullable(),
		start: z.string().nullable(),
		prefix: z.string().nullable(),
		referenceId: z.string(),
		enabled: z.boolean(),
		expiresAt: time.nullable(),
		createdAt: time,
		updatedAt: time,
		rateLimitEnabled: z.boolean(),
		rateLimitMax: z.int().nullable(),
		rateLimitTimeWindow: z.int().nullable(),
		lastRequest: time.nullable().meta({ description: "To the minute." }),
		permissions: z.record(z.string(), z.array(z.string())).nullable(),
	})
	.meta({ component: "AuthKey" });
export const Done = z.looseObject({ success: z.boolean() }).meta({ component: "AuthSuccess" });
export const Status = z.looseObject({ status: z.boolean() }).meta({ component: "AuthStatus" });
