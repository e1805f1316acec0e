import { apiKey } from "@better-auth/api-key";
import type { Logger } from "@footfall/shared/logger";
import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { organization } from "better-auth/plugins";
import { createAccessControl } from "better-auth/plugins/access";
import {
	adminAc,
	defaultStatements,
	memberAc,
	ownerAc,
} from "better-auth/plugins/organization/access";
import type { Mailer } from "../accounts/mail.ts";
import { resetMail } from "../accounts/mails.ts";
import { hashPassword, verifyPassword } from "../accounts/password-hash.ts";
import { onceCommitted } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { PASSWORD_LENGTH } from "../http/typed-fields.ts";
import { beforeAuth } from "./before-auth.ts";

/** The header in which the address of the client, as this server resolved it, reaches the auth library. */
export const CLIENT_ADDRESS_HEADER = "x-footfall-client-address";

/** The two kinds of API key, as the auth library tells them apart. */
export const KEY_KIND = { personal: "default", organization: "organization" } as const;

const keyActions = ["create", "read", "update", "delete"] as const;
const access = createAccessControl({ ...defaultStatements, apiKey: keyActions });
const roles = {
	owner: access.newRole({ ...ownerAc.statements, apiKey: [...keyActions] }),
	admin: access.newRole({ ...adminAc.statements, apiKey: [...keyActions] }),
	member: access.newRole({ ...memberAc.statements }),
};

export interface AuthOptions {
	database: Database;
	/** Signs the cookies. */
	secret: string;
	/** Where users reach this server; when absent, each request's own host. */
	baseUrl?: string | undefined;
	disableSignup: boolean;
	mailer: Mailer;
	logger: Logger;
	/** Told the address of an account whose password was set anew through a mail. */
	passwordWasReset?: (email: string) => void;
}

/** Accounts, sessions, organizations' members and API keys, under `/api/auth`. Uses no network but for mail. */
export const createAuth = ({
	database,
	secret,
	baseUrl,
	disableSignup,
	mailer,
	logger,
	passwordWasReset = () => {},
}: AuthOptions) => {
	const keyLimits = {
		keyExpiration: { minExpiresIn: 0, maxExpiresIn: 36_500 },
		maximumNameLength: 255,
		rateLimit: { enabled: false },
	};
	return betterAuth({
		secret,
		...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
		basePath: "/api/auth",
		database: { db: database, type: "postgres", transaction: true },
		telemetry: { enabled: false },
		logger: {
			// Its warnings are advice to developers; what went wrong is an error.
			level: "error",
			log: (_level, message, ...details) => {
				const err = details.find((detail) => detail instanceof Error);
				// What follows a colon can be a client's own text, which no log shall hold.
				logger.error(err ? { err } : {}, message.split(":", 1)[0] ?? "");
			},
		},
		emailAndPassword: {
			enabled: true,
			disableSignUp: disableSignup,
			minPasswordLength: PASSWORD_LENGTH.min,
			maxPasswordLength: PASSWORD_LENGTH.max,
			password: { hash: hashPassword, verify: verifyPassword },
			sendResetPassword: ({ user, token }) =>
				onceCommitted(() => mailer.send(resetMail(baseUrl, { to: user.email, token }))),
		},
		verification: { storeIdentifier: "hashed" },
		user: {
			additionalFields: {
				isSystemAdmin: { type: "boolean", input: false, required: false },
			},
		},
		// Requests are limited before they get here.
		rateLimit: { enabled: false },
		// The library prints what it does not expect; thrown, it comes to the one place that logs and answers failures.
		onAPIError: {
			onError: (error) => {
				if (!isAPIError(error)) throw error;
			},
		},
		advanced: {
			useSecureCookies: baseUrl?.startsWith("https:") ?? false,
			ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
			// Origins are checked before a request gets here, by a rule that lets clients without an Origin in.
			disableCSRFCheck: true,
			disableOriginCheck: false,
		},
		// Keys are made by routes of our own, which know about scopes and caps.
		disabledPaths: ["/api-key/create", "/api-key/verify", "/api-key/get"],
		hooks: { before: beforeAuth(database, passwordWasReset) },
		databaseHooks: {
			session: {
				// Addresses serve the limit on sign-ins and are not kept.
				create: { before: async (session) => ({ data: { ...session, ipAddress: "" } }) },
			},
		},
		plugins: [
			organization({
				ac: access,
				roles,
				disableOrganizationDeletion: true,
				// Teams are routes of our own, which know about sites.
				teams: { enabled: false },
			}),
			apiKey([
				{ ...keyLimits, configId: KEY_KIND.personal },
				{
					...keyLimits,
					configId: KEY_KIND.organization,
					references: "organization",
					defaultPrefix: "rb_org_",
				},
			]),
		],
	});
};

export type Auth = ReturnType<typeof createAuth>;
