import { embeddedDatabase } from "@footfall/testing/api/databases";
import { OWNER, type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let engine: Awaited<ReturnType<typeof embeddedDatabase.open>>;
let api: PopulatedApi;
beforeAll(async () => {
	engine = await embeddedDatabase.open();
	api = await startPopulatedApi(await engine.create());
});
afterAll(async () => {
	await api?.close();
	await engine?.close();
});

const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;

describe("a body with endless nesting", () => {
	it.each([
		"/api/auth/sign-in/email",
		"/api/auth/sign-up/email",
		"/api/user/api-keys",
		"/api/auth/organization/create",
	])("is refused by %s, and does no harm", async (path) => {
		const { status, body } = await api.ask(path, {
			headers: api.as.owner,
			body: nested(200_000),
		});
		expect([status, body]).toEqual([400, expect.objectContaining({ code: "INVALID_REQUEST" })]);
	});

	it("is detected after text that looks like its end, and not inside text", async () => {
		const name = (text: string) =>
			api.ask("/api/user/api-keys", { headers: api.as.owner, body: text });
		const hidden = await name(`{"name":"\\"${"]}".repeat(300)}","x":${nested(200)}}`);
		expect(hidden.body).toMatchObject({ error: "The body is nested deeper than 100 levels" });
		expect((await name(`{"name":"${"[{".repeat(120)}\\\\"}`)).status).toBe(200);
		const shallow = await name(`{"name":"k","x":${nested(98)}}`);
		expect(shallow.body).toMatchObject({ error: expect.stringContaining('Unknown field "x"') });
	});

	it("is refused also where any value is allowed", async () => {
		const { status } = await api.ask(`/api/sites/${api.site.siteId}/users/anna/traits`, {
			method: "PUT",
			headers: api.as.owner,
			body: `{"traits":${nested(200_000)}}`,
		});
		expect(status).toBe(400);
	});
});

describe("a body with very many values", () => {
	it.each(["/api/auth/sign-in/email", "/api/user/api-keys"])(
		"is refused by %s before it is parsed",
		async (path) => {
			const { status, body } = await api.ask(path, {
				headers: api.as.owner,
				body: `{"name":"k","x":[${"[],".repeat(60_000)}[]]}`,
			});
			expect([status, body]).toEqual([
				413,
				expect.objectContaining({ error: "The body contains more than 50000 values" }),
			]);
		},
	);
});

describe("a redirect address from the client", () => {
	it.each([
		["/api/auth/sign-in/email", { ...OWNER, callbackURL: "https://evil.example/" }],
		["/api/auth/sign-in/email", { ...OWNER, callbackURL: "//evil.example" }],
		[
			"/api/auth/request-password-reset",
			{ email: OWNER.email, redirectTo: "https://evil.example/" },
		],
	])("cannot lead to another origin: %s %j", async (path, body) => {
		const { headers, ...answer } = await api.ask(path, { body });
		expect([answer.status, headers.get("location")]).toEqual([403, null]);
		expect(JSON.stringify(api.logged)).not.toContain("evil.example");
	});
});

describe("an administrator", () => {
	const ask = (path: string, body: object) =>
		api.ask(`/api/auth/organization/${path}`, { headers: api.as.admin, body });

	it("cannot make anybody an owner, by invitation or by role", async () => {
		const { organizationId } = api;
		const members = await api.ask(`${api.organization}/members`, { headers: api.as.admin });
		const { data } = members.body as { data: { id: string; role: string; userId: string }[] };
		const self = data.find(({ userId }) => userId === api.accounts.admin.id);
		const owner = data.find(({ role }) => role === "owner");
		const invite = { email: "x@example.com", organizationId };
		const statuses = [
			await ask("invite-member", { ...invite, role: "owner" }),
			await ask("invite-member", { ...invite, role: ["member", "owner"] }),
			await ask("update-member-role", { memberId: self?.id, role: "owner", organizationId }),
			await ask("update-member-role", { memberId: owner?.id, role: "member", organizationId }),
			await ask("remove-member", { memberIdOrEmail: OWNER.email, organizationId }),
		].map(({ status }) => status);
		// A member has one role; the last member is the only owner, whom nobody can remove.
		expect(statuses).toEqual([403, 400, 403, 403, 400]);
	});
});
