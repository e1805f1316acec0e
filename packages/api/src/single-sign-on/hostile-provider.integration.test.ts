import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { startTestApi } from "@footfall/testing/api/test-api";
import { freePorts } from "@footfall/testing/network/free-ports";
import { type Fault, startHostileProvider } from "@footfall/testing/oidc/hostile-provider";
import { CLIENT, createTestBrowser } from "@footfall/testing/oidc/test-provider";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OidcProvider } from "./provider.ts";

onOneDatabase("a provider's answer", (stage) => {
	let api: Awaited<ReturnType<typeof startTestApi>>;
	let provider: Awaited<ReturnType<typeof startHostileProvider>>;
	let origin = "";
	beforeAll(async () => {
		const [port = 0] = await freePorts(1);
		origin = `http://127.0.0.1:${port}`;
		provider = await startHostileProvider(CLIENT.clientId);
		const entry = { name: "Hostile", issuer: provider.issuer, ...CLIENT };
		api = await startTestApi(await stage.create(), {
			listen: { host: "127.0.0.1", port },
			baseUrl: origin,
			providers: [
				OidcProvider.parse({ ...entry, id: "hostile" }),
				// Discovered afresh, for a document that lies about its issuer.
				OidcProvider.parse({ ...entry, id: "liar" }),
			],
		});
	});
	afterAll(async () => {
		await api.close();
		await provider.close();
	});

	const signIn = async (fault: Fault, id = "hostile") => {
		provider.misbehave(fault);
		const browser = createTestBrowser();
		const end = await browser.follow(`${origin}/api/sign-in/oidc/${id}`, /\/(login\?.*)?$/);
		const session = await api.ask("/api/auth/get-session", { headers: browser.cookies(origin) });
		return { refused: new URL(end).searchParams.get("refused"), session: session.body };
	};

	it.each<[string, Fault]>([
		["another issuer", { claims: { iss: "https://evil.example" } }],
		["another audience", { claims: { aud: "another client" } }],
		["another nonce", { claims: { nonce: "replayed" } }],
		["no nonce", { claims: { nonce: undefined } }],
		["a past expiry", { expiresIn: -600 }],
		["a foreign key's signature", { isForeignKey: true }],
		["no signature", { isUnsigned: true }],
		["another person at the userinfo endpoint", { subject: "somebody else" }],
		["another authorized party", { claims: { aud: [CLIENT.clientId, "x"], azp: "x" } }],
	])("is refused for %s", async (_name, fault) => {
		expect(await signIn(fault)).toEqual({ refused: "invalid-answer", session: null });
	});

	it("is refused when the discovery document names another issuer", async () =>
		expect(await signIn({ issuer: "https://evil.example" }, "liar")).toEqual({
			refused: "provider-down",
			session: null,
		}));

	it("opens a session when nothing is wrong with it", async () =>
		expect(await signIn({})).toMatchObject({
			refused: null,
			session: { user: { email: "mallory@example.com" } },
		}));
});
