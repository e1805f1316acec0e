import { openAsIs } from "@footfall/api/testing";
import { describeOnPostgres } from "@footfall/testing/api/databases";
import { eventually } from "@footfall/testing/eventually";
import { signIn } from "@footfall/testing/product/accounts-client";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { report } from "@footfall/testing/reporters/promise-figures";
import { afterAll, beforeAll, expect, it } from "vitest";

const OWNER = { email: "owner@example.com", password: "correct horse" };
/** Each has its own queue and events; they share the accounts that may read and configure them. */
const SHARED = { SECRET: "the secret that both products sign with", LOG_LEVEL: "error" };

/** Request options besides the path; without headers it is the owner's. */
interface Asked {
	headers?: Record<string, string>;
	method?: string;
	body?: object;
}

/** Only with PostgreSQL: a database in a directory belongs to one product. */
describeOnPostgres("two products on one PostgreSQL", (open) => {
	const directories = [createTemporaryDirectory(), createTemporaryDirectory()];
	let engine: Awaited<ReturnType<typeof open>>;
	let url: string;
	let one: Product;
	let other: Product;
	let siteId: string;
	let firstKey: string;
	let owner: Record<string, string>;
	beforeAll(async () => {
		engine = await open();
		const location = await engine.create();
		if (!("url" in location)) throw new Error("This database cannot be shared");
		url = location.url;
		const environment = {
			...SHARED,
			DATABASE_URL: url,
			ADMIN_EMAIL: OWNER.email,
			ADMIN_PASSWORD: OWNER.password,
		};
		const started = await Promise.all(
			directories.map(({ path }) => startProduct(path, environment)),
		);
		[one, other] = started as [Product, Product];
		siteId = one.siteId || other.siteId;
		firstKey = one.apiKey || other.apiKey;
		owner = await signIn(one.url, OWNER);
	});
	afterAll(async () => {
		await Promise.all([one?.stop(), other?.stop()]);
		for (const { remove } of directories) remove();
		await engine?.close();
	});

	const ask = (
		product: Product,
		path: string,
		{ headers = owner, method = "POST", body }: Asked = {},
	) =>
		fetch(product.url + path, {
			method: body === undefined ? "GET" : method,
			headers: { "content-type": "application/json", ...headers },
			...(body && { body: JSON.stringify(body) }),
		});
	const done = async <Body>(answer: Promise<Response>): Promise<Body> => {
		const response = await answer;
		if (!response.ok)
			throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
		return (await response.json()) as Body;
	};
	const statusAtOther = async (path: string, headers: Record<string, string>) =>
		(await ask(other, path, { headers })).status;
	const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

	it("that start at the same time migrate the schema once and create one owner", async () => {
		expect([one.apiKey, other.apiKey].filter(Boolean)).toHaveLength(1);
		const { database, close } = await openAsIs({ url }, () => {});
		const users = await database.selectFrom("user").select(["email", "isSystemAdmin"]).execute();
		const sites = await database.selectFrom("site").select("domain").orderBy("siteId").execute();
		await close();
		expect({ users, sites }).toEqual({
			users: [{ email: OWNER.email, isSystemAdmin: true }],
			sites: [{ domain: "localhost" }, { domain: "demo.localhost" }],
		});
	});

	it("accept a session or key of the other", async () => {
		for (const headers of [owner, bearer(firstKey)])
			expect(await statusAtOther(`/api/sites/${siteId}`, headers)).toBe(200);
	});

	it("collect with a configuration that was changed at the other", async (context) => {
		const tracking = async () =>
			(await ask(other, `/api/site/tracking-config/${siteId}`)).json() as Promise<{
				trackErrors: boolean;
			}>;
		expect(await tracking()).toMatchObject({ trackErrors: false });
		await done(
			ask(one, `/api/sites/${siteId}/config`, { method: "PUT", body: { trackErrors: true } }),
		);
		const savedAt = performance.now();
		await eventually(tracking, ({ trackErrors }) => trackErrors, 10_000);
		const liveAfterMs = performance.now() - savedAt;
		report(
			context,
			"P17",
			`a change saved by one of two products is live in the other after ${liveAfterMs.toFixed(0)} ms`,
		);
	});

	it("reject access that was revoked at the other, from the next request on", async () => {
		const site = `/api/sites/${siteId}`;
		const { id, key } = await done<{ id: string; key: string }>(
			ask(one, "/api/user/api-keys", { body: { name: "to be disabled" } }),
		);
		expect(await statusAtOther(site, bearer(key))).toBe(200);
		await done(ask(one, "/api/auth/api-key/update", { body: { keyId: id, enabled: false } }));
		expect(await statusAtOther(site, bearer(key))).toBe(401);

		const [organization] = await done<{ id: string }[]>(ask(one, "/api/organizations"));
		const organizationId = organization?.id;
		const member = { email: "member@example.com", password: "battery staple" };
		await done(
			ask(one, `/api/organizations/${organizationId}/users`, {
				body: { ...member, role: "member" },
			}),
		);
		const session = await signIn(other.url, member);
		expect(await statusAtOther(site, session)).toBe(200);
		await done(
			ask(one, "/api/auth/organization/remove-member", {
				body: { memberIdOrEmail: member.email, organizationId },
			}),
		);
		expect(await statusAtOther(site, session)).toBe(403);

		expect(await statusAtOther("/api/organizations", session)).toBe(200);
		await done(ask(one, "/api/auth/sign-out", { headers: session, body: {} }));
		expect(await statusAtOther("/api/organizations", session)).toBe(401);
	});
});
