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
import { type ReadClient, UNKNOWN_CLIENT } from "../account-activity/read-client.ts";
import { type Mailer, resetMail } from "../accounts/mail.ts";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import { onceCommitted } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { PASSWORD_LENGTH } from "../http/typed-fields.ts";
import { KEY_KIND, ORGANIZATION_KEY_PREFIX } from "../keys/key-kind.ts";
import { passkeys } from "../second-factor/passkey-plugin.ts";
import type { ProviderSource } from "../single-sign-on/provider-source.ts";
import { requireOwnWay } from "../single-sign-on/require-own-way.ts";
import { createBeforeAuth } from "./before-auth.ts";
import { CLIENT_ADDRESS_HEADER, clientOfHeaders } from "./client-of-headers.ts";
import { confirmIdentity } from "./confirm-identity.ts";
import { ownAccount } from "./own-account-endpoints.ts";
import { providerSession } from "./provider-session-endpoint.ts";
import { FRESH_SECONDS, secondFactor, secondFactorAtOf } from "./second-factor-plugin.ts";
import { signInLink } from "./sign-in-link-endpoint.ts";

const keyActions = ["create", "read", "update", "delete"] as const;
const access = createAccessControl({ ...defaultStatements, apiKey: keyActions });
const roles = {
	owner: access.newRole({ ...ownerAc.statements, apiKey: [...keyActions] }),
	admin: access.newRole({ ...adminAc.statements, apiKey: [...keyActions] }),
	member: access.newRole({ ...memberAc.statements }),
	// Of organizations, plain members change nothing either; our own routes tell the two apart.
	viewer: access.newRole({ ...memberAc.statements }),
};

const TIME = { type: "date", input: false, required: false } as const;
const CLIENT_FACT = { type: "string", input: false, required: false } as const;
/** What sessions have beside the library's own fields. */
const SESSION_FIELDS = {
	secondFactorAt: TIME,
	lastSeenAt: TIME,
	browser: CLIENT_FACT,
	operatingSystem: CLIENT_FACT,
	deviceType: CLIENT_FACT,
	country: CLIENT_FACT,
	region: CLIENT_FACT,
	city: CLIENT_FACT,
} as const;

export interface AuthOptions {
	database: Database;
	/** Signs the cookies. */
	secret: string;
	/** This server's public URL; when absent, each request's own host. */
	baseUrl?: string | undefined;
	mailer: Mailer;
	logger: Logger;
	/** Providers to sign in with; none by default. */
	providers?: ProviderSource;
	/** Whether people may sign in with passwords and passkeys, and not only with providers. */
	passwordSignIn?: boolean | undefined;
	/** Tells from which browser and place a session is opened; nothing by default. */
	readClient?: ReadClient | undefined;
	/** Called with the address of an account whose password was reset through a mail. */
	onPasswordReset?: (email: string) => void;
}

/** Accounts, sessions, organizations' members and API keys, under `/api/auth`. Only mail uses the network. */
export const createAuth = (options: AuthOptions) => {
	const {
		database,
		secret,
		baseUrl,
		mailer,
		logger,
		readClient = () => UNKNOWN_CLIENT,
		onPasswordReset = () => {},
	} = options;
	const keyLimits = {
		keyExpiration: { minExpiresIn: 0, maxExpiresIn: 36_500 },
		maximumNameLength: 255,
		rateLimit: { enabled: false },
	};
	return betterAuth({
		secret,
		// A proxy strips the base path before the library sees it.
		...(baseUrl === undefined ? {} : { baseURL: new URL(baseUrl).origin }),
		basePath: "/api/auth",
		database: { db: database, type: "postgres", transaction: true },
		telemetry: { enabled: false },
		logger: {
			// Its warnings are advice to developers.
			level: "error",
			log: (_level, message, ...details) => {
				const err = details.find((detail) => detail instanceof Error);
				// After a colon there may be client text, which must not be logged.
				logger.error(err ? { err } : {}, message.split(":", 1)[0] ?? "");
			},
		},
		emailAndPassword: {
			enabled: true,
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
		session: {
			freshAge: FRESH_SECONDS,
			additionalFields: SESSION_FIELDS,
		},
		// `serveAuth` limits the requests.
		rateLimit: { enabled: false },
		// The library prints unexpected errors; rethrown, they reach the one place that logs and answers errors.
		onAPIError: {
			onError: (error) => {
				if (!isAPIError(error)) throw error;
			},
		},
		advanced: {
			useSecureCookies: baseUrl?.startsWith("https:") ?? false,
			ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
			// Origins are checked earlier, by a rule that admits clients without an Origin.
			disableCSRFCheck: true,
			disableOriginCheck: false,
		},
		// Our own routes create keys, with scopes and limits.
		disabledPaths: ["/api-key/create", "/api-key/verify", "/api-key/get"],
		hooks: { before: createBeforeAuth({ database, secret, onPasswordReset }) },
		databaseHooks: {
			session: {
				// Addresses are used for the sign-in limits, and to look up the place; they are not stored.
				create: {
					before: async (session, endpoint) => {
						await requireOwnWay(options, session.userId, endpoint);
						const secondFactorAt = secondFactorAtOf(
							endpoint?.path,
							endpoint?.context.session?.session,
						);
						const client = clientOfHeaders(readClient, endpoint?.headers);
						return { data: { ...session, ...client, ipAddress: "", secondFactorAt } };
					},
				},
			},
		},
		plugins: [
			signInLink(database),
			ownAccount(database),
			confirmIdentity(database),
			providerSession(database, secret),
			secondFactor(secret),
			passkeys(baseUrl),
			organization({
				ac: access,
				roles,
				disableOrganizationDeletion: true,
				// Our own routes handle teams, with their sites.
				teams: { enabled: false },
			}),
			apiKey([
				{ ...keyLimits, configId: KEY_KIND.personal },
				{
					...keyLimits,
					configId: KEY_KIND.organization,
					references: "organization",
					defaultPrefix: ORGANIZATION_KEY_PREFIX,
				},
			]),
		],
	});
};

export type Auth = ReturnType<typeof createAuth>;
