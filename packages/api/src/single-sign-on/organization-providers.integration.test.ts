import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { startPopulatedApi } from "@footfall/testing/api/test-api";
import { freePorts } from "@footfall/testing/network/free-ports";
import { type Browsing, signInWith } from "@footfall/testing/oidc/sign-in-with";
import {
	CLIENT,
	createTestBrowser,
	startTestProvider,
	type TestProvider,
} from "@footfall/testing/oidc/test-provider";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "../database/open.ts";
import { OidcProvider } from "./provider.ts";

const MINUTE_MS = 60_000;

interface Provider {
	id: string;
	isVerified: boolean;
	redirectUri: string;
	record: { name: string; value: string };
}
type Headers = Record<string, string>;

onOneDatabase(
	"an organization's provider",
	(stage) => {
		let api: Awaited<ReturnType<typeof startPopulatedApi>>;
		let location: Awaited<ReturnType<typeof stage.create>>;
		let provider: TestProvider;
		let origin = "";
		/** The TXT records that the tests have set. */
		const records = new Map<string, string[][]>();
		beforeAll(async () => {
			const [port = 0] = await freePorts(1);
			origin = `http://127.0.0.1:${port}`;
			provider = await startTestProvider();
			location = await stage.create();
			api = await startPopulatedApi(location, {
				listen: { host: "127.0.0.1", port },
				baseUrl: origin,
				destinations: {
					check: async () => "",
					columns: [],
					policy: { privateNetworks: true },
				},
				providers: [
					OidcProvider.parse({
						...{ ...CLIENT, id: "operator", name: "Operator", domains: ["operator.example"] },
						issuer: "https://login.operator.example",
					}),
				],
				resolveTxt: async (name) => {
					const found = records.get(name);
					if (!found) throw new Error("ENOTFOUND");
					return found;
				},
			});
		});
		afterEach(() => {
			vi.useRealTimers();
		});
		afterAll(async () => {
			await api.close();
			await provider.close();
		});

		const providersOf = (organizationId: string) =>
			`/api/organizations/${organizationId}/sign-in-providers`;
		const path = () => providersOf(api.organizationId);
		const body = (rest: object = {}) => ({
			...{ name: "Acme", issuer: provider.issuer, ...CLIENT, domain: "acme.example" },
			...rest,
		});
		const post = (where: string, headers: Headers, given: object) =>
			api.ask(where, { headers, body: given });
		const codeOf = ({ body: given }: { body: unknown }) => (given as { code?: string }).code;

		/** A provider whose domain is proved by its record. */
		const addVerified = async (where: string, headers: Headers, rest: object) => {
			const made = await post(where, headers, body(rest));
			const one = made.body as Provider;
			records.set(one.record.name, [[one.record.value]]);
			const verified = await post(`${where}/${one.id}/verify`, headers, { confirm: false });
			expect([made.status, verified.status]).toEqual([201, 200]);
			return one;
		};
		/** An organization, with a person who founded it. */
		const found = async (name: string) => {
			const founder = await api.signUp(name);
			const slug = `${name}-${founder.id.slice(0, 8).toLowerCase()}`;
			const made = await post("/api/auth/organization/create", founder.cookie, { name, slug });
			const { id } = made.body as { id: string };
			return { founder, id, path: providersOf(id) };
		};
		const person = (sub: string, email: string, groups: string[] = []) => {
			provider.know({ sub, email, email_verified: true, name: `Name of ${sub}`, groups });
			provider.present(sub);
		};
		/** Where a sign-in of this person ends. */
		const signIn = async (
			id: string,
			[sub, email, groups]: [string, string, string[]?],
			browsing: Browsing = {},
		) => {
			person(sub, email, groups);
			return signInWith({ origin, id }, browsing);
		};
		/** The token with which somebody who is signed in links their account. */
		const linkingOf = async (id: string, headers: Headers) => {
			const given = await api.ask(`/api/sign-in/oidc/${id}/link`, { headers, method: "POST" });
			const { path: to } = given.body as { path: string };
			return new URL(to, origin).searchParams.get("linking") ?? "";
		};
		const rolesOf = async (headers: Headers) =>
			(
				(await api.ask("/api/organizations", { headers })).body as { id: string; role: string }[]
			).map(({ id, role }) => [id, role]);
		const isIn = async (headers: Headers) =>
			(await api.ask("/api/auth/get-session", { headers })).body !== null;

		it("is used by nobody before its domain is proved, and afterwards by the addresses of that domain only", async () => {
			const { admin } = api.as;
			const answer = await post(path(), admin, body());
			const last = answer.body as Provider;
			const { record } = last;
			expect(last).toMatchObject({ isVerified: false, record: { name: "_footfall.acme.example" } });

			const verify = () => post(`${path()}/${last.id}/verify`, admin, { confirm: false });
			const ofAddress = async (email: string) =>
				((await post("/api/sign-in/provider", {}, { email })).body as { provider: object | null })
					.provider;
			const ends = async (sub: string, email: string) => {
				const { page, refused } = await signIn(last.id, [sub, email]);
				return [page, refused];
			};
			records.set(record.name, [["footfall-domain-verification=", "something else"]]);
			expect(codeOf(await verify())).toBe("DOMAIN_NOT_VERIFIED");
			expect(await ofAddress("ada@acme.example")).toBeNull();
			expect(await ends("ada", "ada@acme.example")).toEqual(["/login", "unknown-provider"]);
			const isOffered = async () =>
				((await api.ask("/api/config")).body as { hasOrganizationProviders: boolean })
					.hasOrganizationProviders;
			expect(await isOffered()).toBe(false);
			records.set(record.name, [["v=spf1"], [record.value.slice(0, 9), record.value.slice(9)]]);
			expect((await verify()).body).toMatchObject({ isVerified: true });
			expect(await isOffered()).toBe(true);
			expect(await ofAddress("Ada@ACME.example")).toMatchObject({ id: last.id, name: "Acme" });
			expect(await ofAddress("ada@elsewhere.example")).toBeNull();
			expect(await ofAddress("ada@sub.acme.example")).toBeNull();
			expect(await ends("ada", "ada@acme.example")).toEqual(["/sites", null]);
			expect(await ends("eve", "eve@elsewhere.example")).toEqual(["/login", "other-domain"]);
			expect(await ends("own", "owner@example.com")).toEqual(["/login", "other-domain"]);
			expect(await ends("sly", "sly@elsewhere.example@acme.example")).toEqual([
				"/login",
				"email-not-verified",
			]);
		});

		it("cannot have a domain that somebody else has", async () => {
			await addVerified(path(), api.as.admin, { domain: "taken.example" });
			const rival = await found("rival");
			const { cookie } = rival.founder;
			const claim = async (domain: string) =>
				codeOf(await post(rival.path, cookie, body({ domain })));
			expect(await claim("taken.example")).toBe("DOMAIN_CLAIMED");
			expect(await claim("operator.example")).toBe("DOMAIN_CLAIMED");
			const first = await post(rival.path, cookie, body({ domain: "shared.example" }));
			const second = await post(path(), api.as.owner, body({ domain: "shared.example" }));
			const [theirs, ours] = [first.body as Provider, second.body as Provider];
			const confirm = { confirm: true };
			// Only an administrator of the instance vouches for a domain.
			expect(codeOf(await post(`${rival.path}/${theirs.id}/verify`, cookie, confirm))).toBe(
				"DOMAIN_NOT_VERIFIED",
			);
			expect((await post(`${path()}/${ours.id}/verify`, api.as.owner, confirm)).status).toBe(200);
			records.set(theirs.record.name, [[theirs.record.value]]);
			expect(
				codeOf(await post(`${rival.path}/${theirs.id}/verify`, cookie, { confirm: false })),
			).toBe("DOMAIN_CLAIMED");
			expect(codeOf(await post(path(), api.as.owner, body({ domain: "shared.example" })))).toBe(
				"DOMAIN_HAS_PROVIDER",
			);
		});

		it("is named to administrators of its own organization only, beside the sign-ins of a person of two", async () => {
			const rival = await found("secretive");
			const { id } = await addVerified(rival.path, rival.founder.cookie, {
				...{ domain: "secretive.example", name: "Secret project" },
			});
			const person: [string, string] = ["sue", "sue@secretive.example"];
			await signIn(id, person);
			const added = await post(`${api.organization}/members`, api.as.owner, {
				...{ email: "sue@secretive.example", role: "member" },
			});
			expect(added.status).toBeLessThan(300);
			expect((await signIn(id, person)).page).toBe("/sites");
			const seen = async (organization: string, headers: Headers) => {
				const members = await api.ask(`${organization}/members`, { headers });
				const { data } = members.body as { data: { id: string; user: { email: string } }[] };
				const member = data.find(({ user }) => user.email === "sue@secretive.example");
				const { body: list } = await api.ask(`${organization}/members/${member?.id}/sign-ins`, {
					headers,
				});
				const [newest] = (list as { data: { way: string; detail: string | null }[] }).data;
				return [newest?.way, newest?.detail];
			};
			expect(await seen(api.organization, api.as.admin)).toEqual(["provider", null]);
			expect(await seen(`/api/organizations/${rival.id}`, rival.founder.cookie)).toEqual([
				"provider",
				"Secret project",
			]);
		});

		it("is refused beside ten others, also when they are added at once", async () => {
			const many = await found("collector");
			const add = (number: number) =>
				post(many.path, many.founder.cookie, body({ domain: `d${number}.many.example` }));
			const statuses = async (numbers: readonly number[]) =>
				(await Promise.all(numbers.map(add))).map(({ status }) => status).sort();
			expect(await statuses([1, 2, 3, 4, 5, 6, 7, 8])).toEqual(Array(8).fill(201));
			expect(await statuses([9, 10, 11, 12])).toEqual([201, 201, 400, 400]);
			expect(await statuses([13])).toEqual([400]);
		});

		it("is changed and removed by administrators of its organization only", async () => {
			const own = await addVerified(path(), api.as.admin, { domain: "only.example" });
			const rival = await found("meddler");
			for (const [where, headers, status] of [
				[`${path()}/${own.id}`, api.as.member, 403],
				[`${path()}/${own.id}`, rival.founder.cookie, 403],
				[`${rival.path}/${own.id}`, rival.founder.cookie, 404],
			] as const)
				for (const asked of [{ method: "PATCH", body: { name: "Mine" } }, { method: "DELETE" }])
					expect([asked.method, (await api.ask(where, { headers, ...asked })).status]).toEqual([
						asked.method,
						status,
					]);
			expect((await api.ask(path(), { headers: api.as.member })).status).toBe(403);
			expect((await signIn(own.id, ["one", "one@only.example"])).page).toBe("/sites");
		});

		it("signs in the accounts with its addresses, unless they belong to another organization or own this one", async () => {
			const rival = await found("neighbour");
			const { id } = await addVerified(rival.path, rival.founder.cookie, { domain: "example.com" });
			const ends = async (sub: string, email: string) => {
				const { page, refused } = await signIn(id, [sub, email]);
				return [page, refused];
			};
			const { accounts } = api;
			expect(await ends("m", accounts.member.email)).toEqual(["/login", "other-organization"]);
			expect(await ends("a", accounts.admin.email)).toEqual(["/login", "other-organization"]);
			expect(await ends("o", "owner@example.com")).toEqual(["/login", "account-exists"]);
			expect(await ends("f", rival.founder.email)).toEqual(["/login", "account-exists"]);
			for (const [headers, roles] of [
				[api.as.member, [[api.organizationId, "member"]]],
				[rival.founder.cookie, [[rival.id, "owner"]]],
			] as const)
				expect(await rolesOf(headers)).toEqual(roles);
			const free = await api.signUp("free");
			const { page, headers: linked } = await signIn(id, ["free", free.email]);
			expect([page, await rolesOf(linked)]).toEqual(["/sites", [[rival.id, "member"]]]);

			const browser = createTestBrowser();
			browser.take(origin, rival.founder.cookie.cookie);
			const founder: [string, string] = ["f", rival.founder.email];
			for (const from of ["cross-site", "same-site", "same-origin", "none"]) {
				const sent = await signIn(id, founder, { browser, from });
				expect([from, sent.refused]).toEqual([from, "account-exists"]);
			}
			const linking = await linkingOf(id, browser.cookies(origin));
			const asked = await signIn(id, founder, { browser, linking });
			expect([asked.page, await rolesOf(asked.headers)]).toEqual(["/sites", [[rival.id, "owner"]]]);
		});

		it("links an account only for the person who asked for it, by a request of a page of this server, a minute ago at most, once", async () => {
			const rival = await found("linked");
			const { founder } = rival;
			const add = (domain: string) => addVerified(rival.path, founder.cookie, { domain });
			const [{ id }, another] = [await add("linked.example"), await add("other-linked.example")];
			const { database, close } = await openDatabase(location, () => {});
			const email = "founder@linked.example";
			await database.updateTable("user").set({ email }).where("id", "=", founder.id).execute();
			await close();
			const ask = (headers: Headers) =>
				api.ask(`/api/sign-in/oidc/${id}/link`, { headers, method: "POST" });
			for (const foreign of ["https://evil.example", "null"])
				expect((await ask({ ...founder.cookie, origin: foreign })).status).toBe(403);
			expect((await ask({})).status).toBe(401);
			const unknown = await api.ask("/api/sign-in/oidc/nobody/link", {
				...{ headers: founder.cookie, method: "POST" },
			});
			expect(unknown.status).toBe(404);

			const refusalOf = async (linking: string, headers: Headers, at = id) => {
				const browser = createTestBrowser();
				browser.take(origin, headers["cookie"] ?? "");
				return (await signIn(at, ["linked", email], { browser, linking })).refused;
			};
			const other = await api.signUp("bystander");
			expect(await refusalOf(await linkingOf(id, other.cookie), founder.cookie)).toBe("stale");
			expect(await refusalOf(await linkingOf(id, founder.cookie), other.cookie)).toBe("stale");
			expect(await refusalOf(await linkingOf(id, founder.cookie), {})).toBe("stale");
			const elsewhere = await linkingOf(another.id, founder.cookie);
			expect(await refusalOf(elsewhere, founder.cookie)).toBe("stale");
			const replaced = await linkingOf(id, founder.cookie);
			await linkingOf(id, founder.cookie);
			expect(await refusalOf(replaced, founder.cookie)).toBe("stale");
			const late = await linkingOf(id, founder.cookie);
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.1 * MINUTE_MS });
			expect(await refusalOf(late, founder.cookie)).toBe("stale");
			vi.useRealTimers();

			// The person at the browser changes while the provider is asked.
			person("linked", email);
			const browser = createTestBrowser();
			browser.take(origin, founder.cookie.cookie);
			const token = await linkingOf(id, founder.cookie);
			const begin = `${origin}/api/sign-in/oidc/${id}?linking=${token}`;
			const answer = await browser.follow(begin, /\/callback\?/);
			browser.take(origin, other.cookie.cookie);
			const end = new URL(await browser.follow(answer, /\/(login|sites)(\?|$)/));
			expect(end.searchParams.get("refused")).toBe("stale");
			expect(await refusalOf(token, founder.cookie)).toBe("stale");
			expect(await refusalOf(await linkingOf(id, founder.cookie), founder.cookie)).toBeNull();
		});

		it("gives roles in its own organization only, and takes access away from who left the group", async () => {
			const rival = await found("groups");
			const { id } = await addVerified(rival.path, rival.founder.cookie, {
				domain: "groups.example",
				roles: { staff: "member", chiefs: "admin" },
			});
			const email = "gus@groups.example";
			const { headers } = await signIn(id, ["gus", email, ["chiefs"]]);
			expect(await rolesOf(headers)).toEqual([[rival.id, "admin"]]);
			expect((await signIn(id, ["gus", email, ["others"]])).refused).toBe("no-role");
			expect(await rolesOf(headers)).toEqual([]);
			expect((await signIn(id, ["new", "new@groups.example"])).refused).toBe("no-role");

			const open = await signIn(id, ["gus", email, ["staff"]]);
			expect(await rolesOf(open.headers)).toEqual([[rival.id, "member"]]);
			person("gus", email, ["others"]);
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 55 * MINUTE_MS });
			expect((await api.ask("/api/organizations", { headers: open.headers })).status).toBe(401);
		});

		it("refuses the address of an account of another provider, and lets the next provider of the domain have it", async () => {
			const rival = await found("mover");
			const domain = "moved.example";
			const { cookie } = rival.founder;
			const first = await addVerified(rival.path, cookie, { domain });
			const email = "mia@moved.example";
			const { headers } = await signIn(first.id, ["mia", email]);
			expect((await signIn(first.id, ["impostor", email])).refused).toBe("other-provider");
			const removed = await api.ask(`${rival.path}/${first.id}`, {
				headers: cookie,
				method: "DELETE",
			});
			expect([removed.status, await isIn(headers)]).toEqual([200, false]);
			expect((await signIn(first.id, ["mia", email])).refused).toBe("unknown-provider");
			const second = await addVerified(rival.path, cookie, { domain });
			const again = await signIn(second.id, ["mia", email]);
			expect([again.page, await rolesOf(again.headers)]).toEqual([
				"/sites",
				[[rival.id, "member"]],
			]);
		});

		it("changes what the body names, and never shows its secret, which is stored encrypted", async () => {
			const { admin } = api.as;
			const made = await addVerified(path(), admin, {
				...{ domain: "changed.example", scopes: "openid email", roles: { all: "viewer" } },
			});
			const one = `${path()}/${made.id}`;
			const change = (given: object) =>
				api.ask(one, { headers: admin, method: "PATCH", body: given });
			const secret = "a secret that the provider does not know";
			const answers = [await change({ clientSecret: secret })];
			const end = await signIn(made.id, ["cleo", "cleo@changed.example", ["all"]]);
			expect(end.refused).toBe("invalid-answer");
			answers.push(await change({ clientSecret: CLIENT.clientSecret, name: "New name" }));
			answers.push(await change({ scopes: "openid email profile", defaultRole: "viewer" }));
			answers.push(await api.ask(path(), { headers: admin }));
			answers.push(await api.ask(`${api.organization}/audit-log`, { headers: api.as.owner }));
			expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
			expect(answers[2]?.body).toMatchObject({
				...{ id: made.id, name: "New name", isVerified: true, domain: "changed.example" },
				...{ roles: { all: "viewer" }, scopes: "openid email profile", defaultRole: "viewer" },
			});
			const shown = JSON.stringify(answers.map((answer) => answer.body));
			expect(shown).toContain("organization.provider-change");
			for (const hidden of [secret, CLIENT.clientSecret]) expect(shown).not.toContain(hidden);
			expect((await signIn(made.id, ["cleo", "cleo@changed.example"])).page).toBe("/sites");
			expect((await change({ defaultRole: null })).body).toMatchObject({ defaultRole: null });
			for (const fixed of [{ issuer: "https://evil.example" }, { domain: "evil.example" }])
				expect((await change(fixed)).status).toBe(400);

			const { database, close } = await openDatabase(location, () => {});
			const rows = await database.selectFrom("organization_provider").selectAll().execute();
			await close();
			expect(rows).not.toEqual([]);
			expect(JSON.stringify(rows)).not.toContain(CLIENT.clientSecret);
		});

		it("never signs in an account that became an administrator of the instance", async () => {
			const { id } = await addVerified(path(), api.as.admin, { domain: "rising.example" });
			await signIn(id, ["rae", "rae@rising.example"]);
			const { database, close } = await openDatabase(location, () => {});
			await database
				.updateTable("user")
				.set({ isSystemAdmin: true })
				.where("email", "=", "rae@rising.example")
				.execute();
			await close();
			expect((await signIn(id, ["rae", "rae@rising.example"])).refused).toBe("account-exists");
		});

		it.each([
			["no https", { issuer: "http://login.example.com" }],
			["a password in its address", { issuer: "https://a:b@login.example.com" }],
			["a domain that is none", { domain: "Acme" }],
			["a role that is none", { roles: { all: "owner" } }],
			["scopes without openid", { scopes: "email profile" }],
			["a field that is none", { provesSecondFactor: true }],
			["another organization", { organization: "another" }],
		])("is refused with %s", async (_name, rest) =>
			expect((await post(path(), api.as.admin, body(rest))).status).toBe(400),
		);

		it("may not be a server of a private network, unless the operator permits it", async () => {
			const { api: closed } = stage;
			const add = async (issuer: string) => {
				const answer = await closed.ask(`${closed.organization}/sign-in-providers`, {
					headers: closed.as.owner,
					body: body({ issuer }),
				});
				return [answer.status, JSON.stringify(answer.body)];
			};
			for (const issuer of [
				"https://127.0.0.1",
				"https://[::1]/",
				"https://169.254.169.254/latest",
				"https://localhost",
				"http://127.0.0.1:9",
			])
				expect(await add(issuer)).toEqual([400, expect.stringContaining("private network")]);
		});
	},
	{ baseUrl: "https://stats.example.com" },
);
