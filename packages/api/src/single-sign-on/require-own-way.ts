import type { GenericEndpointContext } from "@better-auth/core";
import { APIError } from "better-auth/api";
import type { Database } from "../database/schema.ts";
import { firstFactorOf } from "../second-factor/first-factor.ts";
import { hasProvider } from "./has-provider.ts";
import type { ProviderSource } from "./provider-source.ts";

const WITH_PASSKEY = "/passkey/verify-authentication";
/** Ways in that a provider does not know of: whoever left it must not keep them. */
const WITHOUT_PROVIDER = ["/sign-in/email", WITH_PASSKEY];

const refused = (code: string, message: string) => new APIError("FORBIDDEN", { code, message });

/**
 * Refuses to open a session with a password or a passkey where people sign in with a provider. A passkey may prove the
 * second factor of somebody who came in by the provider, or by the operator's link.
 * @throws APIError 403
 */
export const requireOwnWay = async (
	options: {
		database: Database;
		providers?: ProviderSource | undefined;
		passwordSignIn?: boolean | undefined;
	},
	userId: string,
	endpoint: GenericEndpointContext | null,
): Promise<void> => {
	const { database, providers, passwordSignIn = true } = options;
	if (!endpoint || !WITHOUT_PROVIDER.includes(endpoint.path)) return;
	if (endpoint.path === WITH_PASSKEY && (await firstFactorOf(endpoint)).userId === userId) return;
	if (!passwordSignIn)
		throw refused("PASSWORD_SIGN_IN_OFF", "On this server people sign in with a provider only");
	if (providers && (await hasProvider(database, providers, userId)))
		throw refused(
			"USE_PROVIDER",
			"This account signs in with its provider: use the button on the sign-in page",
		);
};
