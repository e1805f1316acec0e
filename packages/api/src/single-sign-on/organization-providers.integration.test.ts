import { createServer } from "node:net";
import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { startPopulatedApi } from "@footfall/testing/api/test-api";
import {
	CLIENT,
	createTestBrowser,
	startTestProvider,
	type TestProvider,
} from "@footfall/testing/oidc/test-provider";
import { afterAll, beforeAll, expect, it } from "vitest";

const freePort = async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === "object" && address ? address.port : 0;
};

interface Provider {
	id: string;
	isVerified: boolean;
	redirectUri: string;
	record: { name: string; value: string };
}

onOneDatabase("an organization's provider", (stage) => {
	let api: Awaited<ReturnType<typeof startPopulatedApi>>;
	let provider: TestProvider;
	let origin = "";
	/** The TXT records that the tests have set. */
	const records = new Map<string, string[][]>();
	beforeAll(async () => {
		const port = await freePort();
		origin = `http://127.0.0.1:${port}`;
		api = await startPopulatedApi(await stage.create(), {
			listen: { host: "127.0.0.1", port },
			baseUrl: origin,
			destinations: {
				check: async () => "",
				columns: [],
				policy: { privateNetworks: true },
			},
			providers: [
				{
					...CLIENT,
					...{ id: "operator", name: "Operator", issuer: "https://login.operator.example" },
					...{ scopes: "openid", parameters: {}, groupsClaim: "groups", roles: {} },
					...{ domains: ["operator.example"], emailsAreVerified: false, provesSecondFactor: false },
				},
			],
			resolveTxt: async (name) => {
				const found = records.get(name);
				if (!found) throw new Error("ENOTFOUND");
				return found;
			},
		});
	});
	afterAll(async () => {
		await api.close();
		await provider?.close();
	});

	const path = () => `${api.organization}/sign-in-providers`;
	const body = (rest: object = {}) => ({
		...{ name: "Acme", issuer: "http://127.0.0.1:9", ...CLIENT, domain: "acme.example" },
		...rest,
	});
	const post = (where: string, headers: Record<string, string>, given: object) =>
		api.ask(where, { headers, body: given });
	const codeOf = ({ body: given }: { body: unknown }) => (given as { code?: string }).code;

	it("is used by nobody before its domain is proved, and afterwards by the addresses of that domain only", async () => {
		const { admin } = api.as;
		provider = await startTestProvider();
		const answer = await post(path(), admin, body({ issuer: provider.issuer }));
		const last = answer.body as Provider;
		const { record } = last;
		expect(last).toMatchObject({ isVerified: false, record: { name: "_footfall.acme.example" } });
		expect(JSON.stringify(last)).not.toContain(CLIENT.clientSecret);

		const verify = () => post(`${path()}/${last.id}/verify`, admin, { confirm: false });
		const ofAddress = async (email: string) =>
			((await post("/api/sign-in/provider", {}, { email })).body as { provider: object | null })
				.provider;
		const signIn = async (sub: string, email: string) => {
			provider.know({ sub, email, email_verified: true, name: sub, groups: [] });
			provider.present(sub);
			const browser = createTestBrowser();
			const begin = `${origin}/api/sign-in/oidc/${last.id}?to=/sites`;
			const end = new URL(await browser.follow(begin, /\/(login|sites)(\?|$)/));
			return [end.pathname, end.searchParams.get("refused")];
		};
		records.set(record.name, [["footfall-domain-verification=", "something else"]]);
		expect(codeOf(await verify())).toBe("DOMAIN_NOT_VERIFIED");
		expect(await ofAddress("ada@acme.example")).toBeNull();
		expect(await signIn("ada", "ada@acme.example")).toEqual(["/login", "unknown-provider"]);
		records.set(record.name, [
			["v=spf1"],
			[last.record.value.slice(0, 9), last.record.value.slice(9)],
		]);
		expect((await verify()).body).toMatchObject({ isVerified: true });
		expect(await ofAddress("Ada@ACME.example")).toMatchObject({ id: last.id, name: "Acme" });
		expect(await ofAddress("ada@elsewhere.example")).toBeNull();
		expect(await signIn("ada", "ada@acme.example")).toEqual(["/sites", null]);
		expect(await signIn("eve", "eve@elsewhere.example")).toEqual(["/login", "other-domain"]);
		expect(await signIn("own", "owner@example.com")).toEqual(["/login", "other-domain"]);
	});

	it("cannot have a domain that somebody else has", async () => {
		const rival = await api.signUp("rival");
		const made = await post("/api/auth/organization/create", rival.cookie, {
			name: "Rival",
			slug: "rival",
		});
		const { id } = made.body as { id: string };
		const rivals = `/api/organizations/${id}/sign-in-providers`;
		expect(codeOf(await post(rivals, rival.cookie, body()))).toBe("DOMAIN_CLAIMED");
		expect(codeOf(await post(rivals, rival.cookie, body({ domain: "operator.example" })))).toBe(
			"DOMAIN_CLAIMED",
		);
		const first = await post(rivals, rival.cookie, body({ domain: "shared.example" }));
		const second = await post(path(), api.as.owner, body({ domain: "shared.example" }));
		const [theirs, ours] = [first.body as Provider, second.body as Provider];
		const confirm = { confirm: true };
		// Only an administrator of the instance vouches for a domain.
		expect(codeOf(await post(`${rivals}/${theirs.id}/verify`, rival.cookie, confirm))).toBe(
			"DOMAIN_NOT_VERIFIED",
		);
		expect((await post(`${path()}/${ours.id}/verify`, api.as.owner, confirm)).status).toBe(200);
		records.set(theirs.record.name, [[theirs.record.value]]);
		expect(
			codeOf(await post(`${rivals}/${theirs.id}/verify`, rival.cookie, { confirm: false })),
		).toBe("DOMAIN_CLAIMED");
	});

	it.each([
		["no https", { issuer: "http://login.example.com" }],
		["a domain that is none", { domain: "Acme" }],
		["a role that is none", { roles: { all: "owner" } }],
		["a field that is none", { provesSecondFactor: true }],
	])("is refused with %s", async (_name, rest) =>
		expect((await post(path(), api.as.admin, body(rest))).status).toBe(400),
	);

	it("may not be a server of a private network, unless the operator permits it", async () => {
		const closed = await startPopulatedApi(await stage.create(), {
			baseUrl: "https://stats.example.com",
		});
		const answer = await closed.ask(`${closed.organization}/sign-in-providers`, {
			headers: closed.as.owner,
			body: body({ issuer: "https://127.0.0.1" }),
		});
		expect([answer.status, JSON.stringify(answer.body)]).toEqual([
			400,
			expect.stringContaining("private network"),
		]);
		await closed.close();
	});
});
