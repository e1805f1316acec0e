import { ERRORS } from "@footfall/shared/api-error";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { describe, expect, it } from "vitest";
import { authOperations } from "./auth-operations.ts";

const VALUES = [
	null,
	[],
	{},
	-1,
	1e308,
	true,
	"",
	"x".repeat(100_000),
	["admin", "member"],
	[[]],
	"javascript:alert(1)",
	"\u{1f600}",
];

/** Fields that the library knows but no description names. */
const UNDESCRIBED = ["metadata", "teamId", "userId", "remaining", "permissions", "configId", "id"];

onEachDatabase("input of the wrong kind", (stage) => {
	const fieldsOf = (schema: unknown): string[] =>
		Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

	/** A valid body, whose fields are replaced one by one. */
	let accounts = 0;
	const fitting = (): Record<string, unknown> => ({
		// A different one each time, and an invalid password that is refused before the old one is checked, because
		// guesses are delayed.
		email: `fits-${++accounts}@example.com`,
		password: "correct horse",
		newPassword: "short",
		currentPassword: "wrong horse",
		name: "Fits",
		slug: "fits",
		token: "no-token",
		organizationId: stage.api.organizationId,
		memberId: "nobody",
		memberIdOrEmail: "nobody",
		invitationId: "none",
		keyId: "none",
		role: "member",
		data: { name: "Fits" },
	});

	const failures = async (path: string, bodies: readonly unknown[]) => {
		const faults: unknown[] = [];
		for (const body of bodies) {
			// Operations that end sessions or memberships must not end the test's own.
			const headers = path.includes("revoke") ? {} : stage.api.as.owner;
			const {
				status,
				body: answer,
				headers: answered,
			} = await stage.api.ask(path, { headers, body });
			const isJson = answered.get("content-type")?.startsWith("application/json") === true;
			if (status >= 500 || !isJson)
				faults.push({ path, body: JSON.stringify(body).slice(0, 500), status, answer });
		}
		return faults;
	};

	const posts = authOperations.filter(
		({ method, path }) => method === "post" && !path.endsWith("sign-out"),
	);

	it.each(posts.map(({ path, body }) => ({ path, fields: fieldsOf(body) })))(
		"is refused by $path without an internal error",
		async ({ path, fields }) => {
			const whole = VALUES.slice(0, 7);
			const hostile = [
				...fields.flatMap((field) => VALUES.map((value) => ({ ...fitting(), [field]: value }))),
				...UNDESCRIBED.map((field) => ({ ...fitting(), [field]: [{ a: 1 }] })),
			];
			const inner =
				"/api/auth/organization/update" === path
					? ["name", "slug", "logo", "metadata", "id"].flatMap((field) =>
							VALUES.map((value) => ({ ...fitting(), data: { [field]: value } })),
						)
					: [];
			expect(await failures(path, [...whole, ...hostile, ...inner])).toEqual([]);
		},
	);

	it("is refused in queries without an internal error", async () => {
		const faults: unknown[] = [];
		for (const { path, query, method } of authOperations.filter((one) => one.method === "get"))
			for (const field of [
				...fieldsOf(query),
				"limit",
				"offset",
				"sortBy",
				"filterField",
				"disableCookieCache",
			])
				for (const value of ["", "%00", "x", "1e308", "x".repeat(5000), "a&id=b"]) {
					const { status, headers } = await stage.api.ask(`${path}?${field}=${value}`, {
						headers: stage.api.as.owner,
					});
					if (status >= 500 || !headers.get("content-type")?.startsWith("application/json"))
						faults.push({ method, path, field, value, status });
				}
		expect(faults).toEqual([]);
	});

	const ask = (path: string, body: unknown, headers: Record<string, string> = stage.api.as.owner) =>
		stage.api.ask(`/api/auth/${path}`, { headers, body });

	it.each([
		["organization/update", { data: {} }],
		["organization/update", { data: { logo: "javascript:alert(1)" } }],
		["organization/update", { data: { slug: "no slug" } }],
		["organization/update", { data: { name: " " } }],
		["organization/update", { data: { name: "n".repeat(256) } }],
		["organization/create", { name: "N", slug: "a/b" }],
		["organization/create", { name: "N", slug: "ok", logo: "logo.png" }],
		["organization/create", { name: "N", slug: "s".repeat(256) }],
		["organization/check-slug", { slug: "Not a slug" }],
		["organization/update-member-role", { memberId: "x", role: "" }],
		["organization/update-member-role", { memberId: "x", role: [] }],
		["organization/update-member-role", { memberId: "x", role: ["member", "admin"] }],
		["organization/update-member-role", { memberId: "x", role: "member,admin" }],
		["organization/invite-member", { email: "a@example.com", role: ["member", "admin"] }],
		["update-user", { name: null }],
		["update-user", { name: "n".repeat(256) }],
		["update-user", { image: "data:image/png;base64,AAAA" }],
		["update-user", { image: `https://example.com/${"x".repeat(2048)}` }],
		["sign-up/email", { email: "a@example.com", name: "A", password: " ".repeat(8) }],
		["sign-up/email", { email: "a@example.com", name: "A", password: "short" }],
		["sign-up/email", { email: "a@example.com", name: "n".repeat(256), password: "correct horse" }],
		[
			"sign-up/email",
			{ email: `${"a".repeat(243)}@example.com`, name: "A", password: "correct horse" },
		],
		["change-password", { currentPassword: "correct horse", newPassword: "\t".repeat(9) }],
		["reset-password", { token: "t", newPassword: " ".repeat(20) }],
		["api-key/update", { keyId: "k", name: "n".repeat(256) }],
	])("%s refuses %j with 400", async (path, body) => {
		const { organizationId } = stage.api;
		const { status, body: answer } = await ask(path, { organizationId, ...body });
		expect([status, answer]).toEqual([
			400,
			{
				error: expect.any(String),
				code: expect.stringMatching(/^(VALIDATION_ERROR|INVALID_REQUEST|PASSWORD_TOO_SHORT)$/),
				message: expect.any(String),
				resolution: expect.any(String),
				...("details" in (answer as object) && { details: expect.any(Array) }),
			},
		]);
	});

	it("cannot name another organization in whose log a change would be written", async () => {
		const foreign = await ask(
			"organization/create",
			{ name: "Foreign", slug: "foreign" },
			stage.api.as.stranger,
		);
		const { id: organizationId } = foreign.body as { id: string };
		const { id: keyId } = await stage.api.keyWith(null, "personal");
		const changed = await ask("api-key/update", { keyId, name: "Other", organizationId });
		expect([changed.status, changed.body]).toEqual([
			400,
			expect.objectContaining({ message: expect.stringContaining("organizationId") }),
		]);
		const { body } = await stage.api.ask(`/api/organizations/${organizationId}/audit-log`, {
			headers: stage.api.as.stranger,
		});
		expect((body as { data: { action: string }[] }).data.map(({ action }) => action)).toEqual([
			"organization.create",
		]);
	});

	it("is truncated in the log", async () => {
		await stage.api.ask(`/api/sites/${stage.api.site.siteId}/config`, {
			method: "PUT",
			headers: stage.api.as.owner,
			body: { name: "Other", createdBy: "r".repeat(100_000) },
		});
		const { body } = await stage.api.ask(`${stage.api.organization}/audit-log?limit=1`, {
			headers: stage.api.as.owner,
		});
		expect(body).toMatchObject({ data: [{ action: "site.configure" }] });
		expect(JSON.stringify(body).length).toBeLessThan(5_000);
	});

	it("leaves a member unchanged who is given several roles", async () => {
		const { data } = (
			await stage.api.ask(`${stage.api.organization}/members`, { headers: stage.api.as.owner })
		).body as { data: { id: string; role: string; userId: string }[] };
		const member = data.find(({ userId }) => userId === stage.api.accounts.member.id);
		const { organizationId } = stage.api;
		const change = (role: unknown) =>
			ask("organization/update-member-role", { memberId: member?.id, role, organizationId });
		expect((await change(["member", "admin"])).status).toBe(400);
		expect((await change("member")).status).toBe(200);
	});

	it("gets a 403 for a member who may not remove another", async () => {
		const { status, body } = await ask(
			"organization/remove-member",
			{ memberIdOrEmail: stage.api.accounts.admin.email, organizationId: stage.api.organizationId },
			stage.api.as.member,
		);
		expect([status, body]).toEqual([
			403,
			expect.objectContaining({ code: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER" }),
		]);
	});

	it("is limited in rate, with a JSON error that says how long to wait", async () => {
		const headers = { "x-forwarded-for": "203.0.113.7" };
		const body = { email: "nobody@example.com" };
		const asked = Array.from({ length: 4 }, () =>
			stage.api.ask("/api/auth/request-password-reset", { headers, body }),
		);
		const refused = (await Promise.all(asked)).find(({ status }) => status === 429);
		expect(refused?.body).toEqual({
			error: "Too many requests. Please try again later.",
			code: "RATE_LIMITED",
			message: "Too many requests. Please try again later.",
			resolution: ERRORS.RATE_LIMITED.resolution,
			retryAfter: expect.any(Number),
		});
		expect(refused?.headers.get("content-type")).toMatch(/^application\/json/);
		expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
	});
});

describe("the OpenAPI document", () => {
	it("lists every error of the library for an operation, with its status", () => {
		for (const { path, refusals = {} } of authOperations)
			for (const [status, codes] of Object.entries(refusals))
				expect([path, Number(status), codes.length > 0]).toEqual([
					path,
					expect.toSatisfy((code: number) => code >= 400 && code < 500),
					true,
				]);
	});
});
