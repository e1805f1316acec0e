import { VERSION } from "@footfall/shared/version";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { SignInProvider, signInProviderOf } from "../single-sign-on/provider.ts";

/** Public facts about this instance. */
export const instanceRoutes = (options: {
	disableSignup: boolean;
	passwordSignIn?: boolean | undefined;
	providers?: readonly { id: string; name: string }[] | undefined;
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
						"Providers to sign in with; a browser begins at `path`, with `?to=` the page to return to",
					),
				mapboxToken: z.string(),
				liteDashboard: z.boolean(),
			})
			.meta({ component: "InstanceConfig" }),
		handle: async () => ({
			disableSignup: options.disableSignup,
			passwordSignIn: options.passwordSignIn ?? true,
			providers: (options.providers ?? []).map(signInProviderOf),
			mapboxToken: "",
			liteDashboard: false,
		}),
	}),
];
