import { VERSION } from "@footfall/shared/version";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { SignInProvider, signInProviderOf } from "../single-sign-on/provider.ts";
import type { ProviderSource } from "../single-sign-on/provider-source.ts";

/** Public facts about this instance. */
export const instanceRoutes = (options: {
	disableSignup: boolean;
	passwordSignIn?: boolean | undefined;
	providers: ProviderSource;
}): readonly Route[] => [
	route({
		method: "get",
		path: "/api/version",
		summary: "The version of this server",
		description:
			"The product's version, for support and for clients that need a feature of a newer one. Needs no key.",
		tags: ["General"],
		access: "anyone",
		anyOrigin: true,
		response: z.strictObject({ version: z.string() }),
		handle: async () => ({ version: VERSION }),
	}),
	route({
		method: "get",
		path: "/api/config",
		summary: "What a dashboard needs before anyone signs in",
		description: "Whether sign-up is open, and what the dashboard may show. Needs no key.",
		tags: ["General"],
		access: "anyone",
		response: z
			.strictObject({
				disableSignup: z.boolean(),
				passwordSignIn: z
					.boolean()
					.describe("Whether people may sign in with passwords and passkeys"),
				providers: z
					.array(SignInProvider)
					.describe(
						"The operator's providers to sign in with; a browser begins at `path`, with `?to=` the page to return to",
					),
				hasOrganizationProviders: z
					.boolean()
					.describe("Whether organizations have providers, found by `POST /api/sign-in/provider`"),
				mapboxToken: z.string(),
				liteDashboard: z.boolean(),
			})
			.meta({ component: "InstanceConfig" }),
		handle: async () => ({
			disableSignup: options.disableSignup,
			passwordSignIn: options.passwordSignIn ?? true,
			providers: options.providers.instance.map(signInProviderOf),
			hasOrganizationProviders: await options.providers.hasOrganizations(),
			mapboxToken: "",
			liteDashboard: false,
		}),
	}),
];
