import type { ApiOptions } from "@footfall/api";
import type { TestApi } from "../api/test-api.ts";
import { freePorts } from "../network/free-ports.ts";
import { type Browsing, signInWith } from "./sign-in-with.ts";
import { CLIENT, startTestProvider } from "./test-provider.ts";

/** An API whose people may sign in with one provider, `corp`; everybody there becomes a member. */
export const startApiWithProvider = async <Api extends TestApi>(
	start: (options: Partial<ApiOptions>) => Promise<Api>,
) => {
	const [port = 0] = await freePorts(1);
	const origin = `http://127.0.0.1:${port}`;
	const corp = await startTestProvider(`${origin}/api/sign-in/oidc/corp/callback`);
	const provider = {
		...CLIENT,
		...{ id: "corp", name: "Corp", issuer: corp.issuer, roles: {}, parameters: {} },
		...{ scopes: "openid email profile", groupsClaim: "groups" },
		...{ emailsAreVerified: false, provesSecondFactor: false },
	};
	const api = await start({
		listen: { host: "127.0.0.1", port },
		baseUrl: origin,
		providers: [provider],
	});
	return {
		...api,
		corp,
		/**
		 * Signs a person in, whose address at the provider is `<sub>@example.com` by default, from a page of this site or
		 * another (`Sec-Fetch-Site`).
		 */
		signInWithProvider: async (
			sub: string,
			{ email = `${sub}@example.com`, ...browsing }: Browsing & { email?: string } = {},
		) => {
			corp.know({ sub, email, email_verified: true, name: sub });
			corp.present(sub);
			const end = await signInWith({ origin, id: "corp" }, { from: "same-origin", ...browsing });
			if (end.page !== "/sites") throw new Error(`The sign-in was refused: ${end.refused}`);
			return end.headers;
		},
		close: async () => {
			await api.close();
			await corp.close();
		},
	};
};
export type ApiWithProvider<Api extends TestApi> = Awaited<
	ReturnType<typeof startApiWithProvider<Api>>
>;
