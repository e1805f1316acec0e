import { z } from "zod";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import type { OrganizationProviderServices } from "./domain-claims.ts";
import { keepLinking } from "./linkings.ts";
import { signInProviderOf } from "./provider.ts";

/** Begins the linking of the caller's account to a provider, which a link on some page must never do. */
export const linkingRoute = ({
	database,
	providers,
}: Pick<OrganizationProviderServices, "database" | "providers">): Route =>
	route({
		method: "post",
		path: "/api/sign-in/oidc/{providerId}/link",
		tags: ["Accounts"],
		summary: "Begins to link the caller's account to a provider",
		description:
			"For a person whose sign-in with the provider was refused with `account-exists`, and who has signed in another way. Open the path of the answer in the same browser within a minute, once: it leads to the provider, whose answer links the account. From then on the account signs in with the provider only.",
		access: { user: "session", withoutFactor: true },
		params: z.object({ providerId: z.string().max(100) }),
		response: z.strictObject({ path: z.string() }).meta({ component: "ProviderLinking" }),
		handle: async ({ caller, params: { providerId } }) => {
			const provider = found("Provider", await providers.find(providerId));
			const token = await keepLinking(database, { userId: caller.user.id, providerId });
			return { path: `${signInProviderOf(provider).path}?linking=${token}` };
		},
	});
