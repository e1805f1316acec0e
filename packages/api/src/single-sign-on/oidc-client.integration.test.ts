import type { Breakage, Place } from "@footfall/testing/oidc/hostile-provider";
import { startHostileProvider } from "@footfall/testing/oidc/hostile-provider";
import { CLIENT } from "@footfall/testing/oidc/test-provider";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOidcClient } from "./oidc-client.ts";
import { OidcProvider } from "./provider.ts";
import { createProviderFetch } from "./provider-fetch.ts";

const CALLBACK = "http://127.0.0.1:9/callback";
const EXPECTED = { state: "a state", nonce: "a nonce", codeVerifier: "v".repeat(43) };

/** Only a timeout ends them. */
const ENDLESS: readonly Breakage[] = ["silence", "dripping"];

let hostile: Awaited<ReturnType<typeof startHostileProvider>>;
beforeAll(async () => {
	hostile = await startHostileProvider(CLIENT.clientId);
});
afterAll(() => hostile.close());

/** How a sign-in ends that began while nothing was wrong, or from its first request on. */
const signIn = async (at: Place, breakage: Breakage) => {
	// Others answer at once, unless the machine is too busy for that.
	const timeoutSeconds = ENDLESS.includes(breakage) ? 2 : 30;
	const client = createOidcClient({ privateNetworks: true, timeoutSeconds });
	const provider = {
		...OidcProvider.parse({ ...CLIENT, id: "hostile", name: "Hostile", issuer: hostile.issuer }),
		isOfOrganization: true,
	};
	const breaks = { breaks: { at, with: breakage } };
	hostile.misbehave(at === "discovery" ? breaks : {});
	hostile.asked.length = 0;
	try {
		const begin = await client.authorizationUrl(provider, EXPECTED, CALLBACK);
		const asked = await fetch(begin, { redirect: "manual" });
		hostile.misbehave(breaks);
		const answer = new URL(asked.headers.get("location") ?? "");
		const { claims } = await client.exchange(provider, answer, EXPECTED);
		return claims.sub;
	} catch (error) {
		return (error as { refusal?: string }).refusal;
	}
};

it.each<[Place, Breakage]>([
	["discovery", "silence"],
	["discovery", "dripping"],
	["discovery", "a huge document"],
	["discovery", "an error of the server"],
	["discovery", "a page"],
	["discovery", "a redirect"],
	["token", "silence"],
	["token", "dripping"],
	["token", "a huge document"],
	["token", "an error of the server"],
	["token", "a page"],
	["token", "a redirect"],
	["keys", "dripping"],
	["keys", "a huge document"],
	["userinfo", "silence"],
	["userinfo", "a huge document"],
	["userinfo", "a redirect"],
])("a provider counts as down whose %s is %s", async (at, breakage) => {
	expect(await signIn(at, breakage)).toBe("provider-down");
	expect(hostile.asked).toContain(hostile.pathOf(at));
	expect(hostile.asked).not.toContain("/elsewhere");
});

it("a provider's document is kept once, for its present secret", async () => {
	const client = createOidcClient({ privateNetworks: true });
	const provider = {
		...OidcProvider.parse({ ...CLIENT, id: "kept", name: "Kept", issuer: hostile.issuer }),
		isOfOrganization: true,
	};
	hostile.misbehave({});
	hostile.asked.length = 0;
	const asked = [];
	for (const clientSecret of ["one", "one", "two", "two", "one"]) {
		await client.authorizationUrl({ ...provider, clientSecret }, EXPECTED, CALLBACK);
		asked.push(hostile.asked.length);
	}
	expect(asked).toEqual([1, 1, 2, 2, 3]);
});

it("a provider of an organization is not asked at all on a private network that is not permitted", async () => {
	const client = createOidcClient({ privateNetworks: false });
	const parsed = OidcProvider.parse({
		...{ ...CLIENT, id: "own", name: "Own", issuer: hostile.issuer },
	});
	hostile.misbehave({});
	hostile.asked.length = 0;
	const ask = (isOfOrganization: boolean) =>
		client.authorizationUrl({ ...parsed, isOfOrganization }, EXPECTED, CALLBACK);
	await expect(ask(true)).rejects.toMatchObject({ refusal: "provider-down" });
	expect(hostile.asked).toEqual([]);
	expect((await ask(false)).origin).toBe(hostile.issuer);
});

it.each([
	["an address of this machine", "https://127.0.0.1/token"],
	["a name of this machine", "https://localhost/token"],
	["an address of the cloud's metadata", "https://169.254.169.254/latest"],
	["an IPv6 address of this machine", "https://[::1]/token"],
	["http", "http://example.com/token"],
])("a request that may go to public servers only is refused for %s", async (_name, address) => {
	const fetchPublic = createProviderFetch({ isPublicOnly: true });
	const asked = fetchPublic(address, {
		...({ method: "GET", headers: {}, body: null, redirect: "manual" } as const),
		signal: new AbortController().signal,
	});
	await expect(asked).rejects.toThrow(/private network|https only/);
});
