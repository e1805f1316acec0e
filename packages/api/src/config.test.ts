import { EnvironmentError, readEnvironment } from "@footfall/shared/environment";
import { describe, expect, it } from "vitest";
import { apiEnvironment } from "./config.ts";

describe("the api's environment", () => {
	it("accepts whole numbers as quotas, including 0", () => {
		const quotas = { QUOTA_SITES: "0", QUOTA_INVITATIONS_PER_DAY: "20" };
		expect(readEnvironment(apiEnvironment, quotas)).toMatchObject({
			QUOTA_SITES: 0,
			QUOTA_INVITATIONS_PER_DAY: 20,
		});
		for (const wrong of ["-1", "1.5", "many"])
			expect(() => readEnvironment(apiEnvironment, { QUOTA_TEAMS: wrong })).toThrow(
				"QUOTA_TEAMS: must be a whole number, 0 or more",
			);
	});

	it("has no required variables", () =>
		expect(readEnvironment(apiEnvironment, {})).toEqual({
			API_KEY_REQUESTS_PER_MINUTE: 0,
			ALLOW_SIGNUP: false,
			CORS_ORIGINS: [],
			MAIL_FROM: "footfall@localhost.localdomain",
			OIDC_PROVIDERS: [],
			PASSWORD_SIGN_IN: true,
			SECURITY_CONTACT: [],
		}));

	it("takes mail addresses and pages as contacts of its security.txt", () => {
		const read = (SECURITY_CONTACT: string) =>
			readEnvironment(apiEnvironment, { SECURITY_CONTACT }).SECURITY_CONTACT;
		expect(read("a@example.com, https://example.com/report")).toEqual([
			"mailto:a@example.com",
			"https://example.com/report",
		]);
		for (const wrong of ["http://example.com", "somebody", "javascript:alert(1)"])
			expect(() => read(wrong)).toThrow("SECURITY_CONTACT: must be mail addresses");
	});

	it("normalises the base URL", () =>
		expect(
			readEnvironment(apiEnvironment, {
				BASE_URL: "https://Stats.example.com:443/path/",
				DATABASE_URL: "postgres://user:password@db/footfall",
				ALLOW_SIGNUP: "yes",
				ADMIN_EMAIL: "a@example.com",
				ADMIN_PASSWORD: "12345678",
			}),
		).toEqual({
			API_KEY_REQUESTS_PER_MINUTE: 0,
			CORS_ORIGINS: [],
			BASE_URL: "https://stats.example.com/path",
			DATABASE_URL: "postgres://user:password@db/footfall",
			ALLOW_SIGNUP: true,
			ADMIN_EMAIL: "a@example.com",
			ADMIN_PASSWORD: "12345678",
			MAIL_FROM: "footfall@localhost.localdomain",
			OIDC_PROVIDERS: [],
			PASSWORD_SIGN_IN: true,
			SECURITY_CONTACT: [],
		}));

	it("reads providers from JSON, with their defaults", () => {
		const provider = {
			id: "corp",
			name: "Corp",
			issuer: "https://login.example.com",
			clientId: "footfall",
			clientSecret: "secret",
		};
		const read = (value: string) =>
			readEnvironment(apiEnvironment, { OIDC_PROVIDERS: value }).OIDC_PROVIDERS;
		expect(read(JSON.stringify([provider]))).toEqual([
			{
				...provider,
				scopes: "openid email profile",
				parameters: {},
				groupsClaim: "groups",
				roles: {},
				emailsAreVerified: false,
				provesSecondFactor: false,
			},
		]);
		for (const wrong of [
			{ ...provider, issuer: "http://login.example.com" },
			{ ...provider, issuer: "https://login.example.com?x" },
			{ ...provider, roles: { everyone: "owner" } },
			{ ...provider, id: "Corp" },
			{ ...provider, secret: "x" },
		])
			expect(() => read(JSON.stringify([wrong]))).toThrow("OIDC_PROVIDERS");
		expect(() => read("{")).toThrow("OIDC_PROVIDERS: must be a list of providers as JSON");
		expect(() => read(JSON.stringify([provider, provider]))).toThrow("a different id");
	});

	it.each([
		["BASE_URL", "stats.example.com"],
		["BASE_URL", "ftp://stats.example.com"],
		["DATABASE_URL", "mysql://db"],
		["ALLOW_SIGNUP", "perhaps"],
		["CORS_ORIGINS", "https://a.example,https://b.example/path"],
		["ADMIN_EMAIL", "admin"],
		["ADMIN_PASSWORD", "1234567"],
	])("refuses %s=%s and lists the valid values", (name, value) => {
		const read = () => readEnvironment(apiEnvironment, { [name]: value });
		expect(read).toThrow(EnvironmentError);
		expect(read).toThrow(`${name}: must `);
	});
});
