import { newSiteSettings, type SiteSettings } from "@footfall/shared/site";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import type { PopulatedApi } from "@footfall/testing/api/test-api";
import { describe, expect, it } from "vitest";

const NO_SITE = "000000000000";

onEachDatabase("sites", (stage) => {
	const create = (body: unknown, who: keyof PopulatedApi["as"] = "owner") =>
		stage.api.ask(`${stage.api.organization}/sites`, { headers: stage.api.as[who], body });
	const created = async (domain: string, settings: object = {}) => {
		const { body } = await create({ name: "A site", domain, ...settings });
		return body as { siteId: number; id: string };
	};
	const configure = (
		site: number | string,
		body: unknown,
		who: keyof PopulatedApi["as"] = "owner",
	) =>
		stage.api.ask(`/api/sites/${site}/config`, { method: "PUT", headers: stage.api.as[who], body });
	const refusal = (error: string, more: object = {}) => ({
		success: false,
		error,
		message: error,
		code: expect.any(String),
		resolution: expect.any(String),
		...more,
	});

	describe("on creation", () => {
		it("have defaults for absent fields", async () => {
			const { status, body } = await create({ name: "Shop", domain: "https://Shop.example.com//" });
			expect(status).toBe(200);
			expect(body).toEqual({
				siteId: expect.any(Number),
				id: expect.stringMatching(/^[0-9a-f]{12}$/),
				name: "Shop",
				domain: "shop.example.com",
				organizationId: stage.api.organizationId,
				createdBy: expect.any(String),
				public: false,
				saltUserIds: false,
				blockBots: true,
			});
			const { id } = body as { id: string };
			const { body: site } = await stage.api.ask(`/api/sites/${id}`, {
				headers: stage.api.as.owner,
			});
			expect(site).toEqual({
				...(body as object),
				createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
				updatedAt: expect.any(String),
				isOwner: true,
				type: "web",
				sessionReplay: false,
				webVitals: false,
				trackErrors: false,
				trackOutbound: true,
				trackUrlParams: true,
				embedEnabled: false,
				trackIp: false,
				trackInitialPageView: true,
				trackSpaNavigation: true,
				trackButtonClicks: false,
				trackCopy: false,
				trackFormInteractions: false,
				trackUrlFragments: false,
				trackDownloads: false,
				respectGpc: false,
				firstPartyProxy: false,
				countSuspected: true,
				allowBackfill: false,
			});
		});

		it("count only their own hosts, unless set to count all", async () => {
			const configOf = async (site: number | string) => {
				const { body } = await stage.api.ask(`/api/sites/${site}/config`, {
					headers: stage.api.as.owner,
				});
				return (body as { config: SiteSettings }).config;
			};
			const { id } = await created("own.hosts.example");
			const all = await created("all.hosts.example", { countAllHosts: true });
			expect((await configOf(id)).countAllHosts).toBe(false);
			expect((await configOf(all.id)).countAllHosts).toBe(true);
			await configure(id, { countAllHosts: true });
			expect((await configOf(id)).countAllHosts).toBe(true);
			// The first site's domain is a placeholder, and the demo page runs on the product's own host.
			for (const { id: first } of [stage.api.site, stage.api.demoSite])
				expect((await configOf(first)).countAllHosts).toBe(true);
		});

		it("show members their whole configuration, and visitors of a public site none of it", async () => {
			const wanted = {
				public: true,
				trackDownloads: true,
				respectGpc: true,
				firstPartyProxy: true,
				countSuspected: false,
				allowBackfill: true,
				disabledBotLayers: ["bot_asn"],
				replayRetentionDays: 90,
				excludedIPs: ["192.0.2.1"],
				tags: ["shop"],
			};
			const { siteId } = await created("whole.example.com", wanted);
			const path = `/api/sites/${siteId}/config`;
			const { body } = await stage.api.ask(path, { headers: stage.api.as.member });
			expect(body).toEqual({
				success: true,
				config: { ...newSiteSettings, ...wanted, name: "A site", domain: "whole.example.com" },
			});
			const change = { disabledBotLayers: [], respectGpc: false };
			const { body: changed } = await configure(siteId, change);
			expect(changed).toMatchObject({ config: { ...wanted, ...change } });
			expect((await stage.api.ask(path)).status).toBe(401);
		});

		it.each([
			[{ domain: "a.example.com" }, "Invalid request data"],
			[{ name: "A", domain: 7 }, "Invalid request data"],
			[{ name: "A", domain: "a.example.com", blockBots: "yes" }, "Invalid request data"],
			[{ name: "A", domain: "a.example.com", replayRetentionDays: 0 }, "Invalid request data"],
			[{ name: "A", domain: "a.example.com", replayRetentionDays: 366 }, "Invalid request data"],
			[{ name: "A", domain: "nonsense" }, /^Invalid domain format/],
			[{ name: "A", domain: "a.example.com/path" }, /^Invalid domain format/],
			[{ name: "A", domain: "a.example.com", excludedIPs: ["1.2.3"] }, "Invalid IP patterns"],
		])("are refused for %j", async (body, error) => {
			const answer = await create(body);
			expect([answer.status, answer.body]).toEqual([
				400,
				expect.objectContaining({
					success: false,
					error: typeof error === "string" ? error : expect.stringMatching(error),
				}),
			]);
		});

		it("need a unique domain within their organization, even when two are created at once", async () => {
			const wanted = { name: "Twice", domain: "twice.example.com" };
			const answers = await Promise.all([create(wanted), create(wanted)]);
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
			expect(answers.find(({ status }) => status === 409)?.body).toEqual(
				refusal("Domain already in use"),
			);
		});

		it.each([
			["nobody", 401],
			["wrongKey", 401],
			["stranger", 403],
			["member", 403],
			["admin", 200],
			["ownerKey", 200],
		] as const)("are created by %s with %i", async (who, status) => {
			const wanted = { name: who, domain: `${who.toLowerCase()}.example.com` };
			expect((await create(wanted, who)).status).toBe(status);
		});
	});

	describe("on reading", () => {
		it("are found by number and by id", async () => {
			const { siteId, id } = await created("found.example.com");
			const byNumber = await stage.api.ask(`/api/sites/${siteId}`, {
				headers: stage.api.as.member,
			});
			const byId = await stage.api.ask(`/api/sites/${id}`, { headers: stage.api.as.member });
			expect(byId.body).toEqual(byNumber.body);
			expect(byId.body).toMatchObject({ siteId, id, isOwner: false });
		});

		it.each(["999999", NO_SITE, "0", "-1", "1.5", "nonsense", "1%20", "%27%20OR%201=1"])(
			"are not found as %s by any caller",
			async (reference) => {
				for (const who of ["owner", "nobody"] as const) {
					const { status, body } = await stage.api.ask(`/api/sites/${reference}`, {
						headers: stage.api.as[who],
					});
					expect([status, body]).toEqual([
						404,
						expect.objectContaining({ error: "Site not found", code: "NOT_FOUND" }),
					]);
				}
			},
		);

		it.each([
			["nobody", 401],
			["wrongKey", 401],
			["stranger", 403],
			["member", 200],
			["admin", 200],
			["ownerKey", 200],
		] as const)("are shown to %s with %i while they are private", async (who, status) => {
			const answer = await stage.api.ask(`/api/sites/${stage.api.site.siteId}`, {
				headers: stage.api.as[who],
			});
			expect(answer.status).toBe(status);
		});

		it("are shown to everyone while they are public, without their exclusions", async () => {
			const { siteId } = await created("public.example.com", {
				public: true,
				excludedIPs: ["203.0.113.7"],
			});
			for (const who of ["nobody", "wrongKey", "stranger"] as const) {
				const { status, body } = await stage.api.ask(`/api/sites/${siteId}`, {
					headers: stage.api.as[who],
				});
				expect([status, body]).toEqual([200, expect.objectContaining({ isOwner: false })]);
				expect(JSON.stringify(body)).not.toContain("203.0.113.7");
			}
			const { status } = await stage.api.ask(`/api/sites/${siteId}/excluded-ips`);
			expect(status).toBe(401);
		});

		it("reveal to anybody whether they are public", async () => {
			const path = (site: number) => `/api/sites/${site}/is-public`;
			expect((await stage.api.ask(path(stage.api.site.siteId))).body).toEqual({ isPublic: false });
			expect((await stage.api.ask(path(stage.api.demoSite.siteId))).body).toEqual({
				isPublic: true,
			});
		});
	});

	describe("on configuration", () => {
		it("change only the fields in the update", async () => {
			const { siteId } = await created("changed.example.com", { trackCopy: true });
			const { status, body } = await configure(siteId, {
				name: "Renamed",
				domain: "http://Renamed.example.com/",
				excludedIPs: ["203.0.113.0/24", "198.51.100.1-198.51.100.9", "2001:db8::1"],
				excludedCountries: ["FR"],
				// Fields that a client sends back as it read them.
				createdBy: "somebody",
				isOwner: true,
			});
			expect(status).toBe(200);
			expect(body).toEqual({
				success: true,
				message: "Site configuration updated successfully",
				config: expect.objectContaining({
					name: "Renamed",
					domain: "renamed.example.com",
					excludedIPs: ["203.0.113.0/24", "198.51.100.1-198.51.100.9", "2001:db8::1"],
					excludedCountries: ["FR"],
					trackCopy: true,
					blockBots: true,
				}),
			});
		});

		it("keep both of two concurrent changes", async () => {
			const { siteId } = await created("concurrent.example.com");
			await Promise.all([
				configure(siteId, { trackCopy: true }),
				configure(siteId, { trackErrors: true }),
			]);
			const { body } = await stage.api.ask(`/api/sites/${siteId}`, { headers: stage.api.as.owner });
			expect(body).toMatchObject({ trackCopy: true, trackErrors: true });
		});

		it("accept null for the default type", async () => {
			const { siteId } = await created("mobile.example.com", { type: "mobile" });
			const { body } = await configure(siteId, { type: null });
			expect(body).toMatchObject({ config: { type: "web" } });
		});

		it.each([
			[{ public: "yes" }],
			[{ name: "" }],
			[{ name: "x".repeat(256) }],
			[{ domain: "x".repeat(254) }],
			[{ type: "desktop" }],
			[{ excludedIPs: Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`) }],
			[{ excludedCountries: ["fr"] }],
			[{ excludedCountries: ["FRA"] }],
			[{ excludedPaths: ["x".repeat(2049)] }],
			[{ excludedHostnames: ["x".repeat(254)] }],
			[{ excludedUserAgents: ["x".repeat(513)] }],
			[{ errorHosts: ["https://cdn.example"] }],
			[{ errorHosts: ["*.cdn.example"] }],
			[{ errorHosts: Array.from({ length: 51 }, (_, index) => `${index}.example`) }],
			[{ ownDomains: ["https://shop.example"] }],
			[{ ownDomains: ["shop.example/cart"] }],
			[{ ownDomains: Array.from({ length: 51 }, (_, index) => `${index}.example`) }],
			[{ currency: "EURO" }],
			[{ moneyEvents: [""] }],
			[{ moneyEvents: Array.from({ length: 51 }, String) }],
			[{ rates: [{ date: "2026-02-30", from: "USD", to: "EUR", rate: "1" }] }],
			[{ rates: [{ date: "2026-02-03", from: "USD", to: "EUR", rate: 0.92 }] }],
			[{ rates: [{ date: "2026-02-03", from: "USD", to: "usd", rate: "1" }] }],
			[{ tags: ["x".repeat(51)] }],
			[{ tags: Array.from({ length: 21 }, String) }],
			[[]],
		])("refuse %j as invalid data", async (body) => {
			const answer = await configure(stage.api.site.siteId, body);
			expect([answer.status, answer.body]).toEqual([
				400,
				refusal("Invalid request data", { details: expect.any(Array) }),
			]);
		});

		it("take a currency and exchange rates in either case, and name what is wrong with them", async () => {
			const rate = { date: "2026-02-03", from: "usd", to: "EUR", rate: "0.92" };
			const money = { currency: "eur", moneyEvents: ["sold"], rates: [rate] };
			const { siteId } = await created("money.example.com");
			const { body } = await configure(siteId, money);
			expect(body).toMatchObject({
				config: { currency: "EUR", moneyEvents: ["sold"], rates: [{ ...rate, from: "USD" }] },
			});
			expect((await configure(siteId, { currency: null })).body).toMatchObject({
				config: { currency: null },
			});
			const messagesOf = async (change: object) =>
				JSON.stringify((await configure(siteId, change)).body);
			expect(await messagesOf({ currency: "EURO" })).toContain(
				'\\"EURO\\" is not an ISO 4217 currency code, such as EUR',
			);
			expect(await messagesOf({ rates: [{ ...rate, rate: "1,1" }] })).toContain(
				'\\"1,1\\" is not a rate',
			);
			expect(await messagesOf({ rates: [rate, { ...rate, rate: "1" }] })).toContain(
				"There are two rates from USD to EUR on 2026-02-03: remove one",
			);
		});

		it("report each invalid address rule, and why", async () => {
			const { status, body } = await configure(stage.api.site.siteId, {
				excludedIPs: ["203.0.113.7", "203.0.113.0/33", "somewhere"],
			});
			expect([status, body]).toEqual([
				400,
				refusal("Invalid IP patterns", {
					details: [
						"203.0.113.0/33: the prefix length must be a number from 0 to 32",
						"somewhere: not an IP address, CIDR block or IPv4 range",
					],
				}),
			]);
		});

		it.each([[{}], [{ siteId: 1 }]])("reject %j as an empty update", async (body) => {
			const answer = await configure(stage.api.site.siteId, body);
			expect([answer.status, answer.body]).toEqual([400, refusal("No fields to update")]);
		});

		it("suggest the intended name for a misspelt field", async () => {
			const answer = await configure(stage.api.site.siteId, { blockBot: false });
			const message = 'Unknown field "blockBot": did you mean blockBots?';
			expect([answer.status, answer.body]).toEqual([
				400,
				refusal(message, { details: [{ path: "blockBot", message }] }),
			]);
		});

		it("reject an invalid domain, and one in use", async () => {
			await created("taken.example.com");
			expect((await configure(stage.api.site.siteId, { domain: "no domain" })).status).toBe(400);
			const taken = await configure(stage.api.site.siteId, { domain: "TAKEN.example.com" });
			expect([taken.status, taken.body]).toEqual([409, refusal("Domain already in use")]);
		});

		it.each([
			["nobody", 401],
			["wrongKey", 401],
			["stranger", 403],
			["member", 403],
			["admin", 200],
		] as const)("answer %s with %i", async (who, status) => {
			expect((await configure(stage.api.site.siteId, { trackCopy: true }, who)).status).toBe(
				status,
			);
		});

		it("answer 404 for an unknown site", async () => {
			const { status, body } = await configure(NO_SITE, { public: true });
			expect([status, body]).toEqual([404, expect.objectContaining({ error: "Site not found" })]);
		});

		it("reject invalid JSON", async () => {
			const { status, body } = await configure(stage.api.site.siteId, "{");
			expect([status, body]).toEqual([
				400,
				expect.objectContaining({ error: "The body is not valid JSON" }),
			]);
		});
	});

	describe("with exclusions", () => {
		it.each([
			["excluded-ips", "excludedIPs", ["203.0.113.7"]],
			["excluded-countries", "excludedCountries", ["FR"]],
			["excluded-paths", "excludedPaths", ["/admin/*"]],
			["excluded-hostnames", "excludedHostnames", ["*.local"]],
			["excluded-user-agents", "excludedUserAgents", ["curl"]],
			["excluded-asns", "excludedASNs", [64_496]],
			["excluded-query-params", "excludedQueryParams", ["token"]],
		])("list them at %s", async (path, field, value) => {
			await configure(stage.api.site.siteId, { [field]: value });
			const { status, body } = await stage.api.ask(`/api/sites/${stage.api.site.siteId}/${path}`, {
				headers: stage.api.as.member,
			});
			expect([status, body]).toEqual([200, { success: true, [field]: value }]);
		});
	});

	describe("with a private link", () => {
		const link = (site: number, action: unknown, who: keyof PopulatedApi["as"] = "owner") =>
			stage.api.ask(`/api/sites/${site}/private-link-config`, {
				headers: stage.api.as[who],
				...(action === undefined ? {} : { body: { action } }),
			});

		it("can be read with its key until it is replaced or revoked", async () => {
			const { siteId } = await created("linked.example.com");
			expect((await link(siteId, undefined)).body).toEqual({
				success: true,
				data: { privateLinkKey: null },
			});
			const generated = await link(siteId, "generate_private_link_key");
			expect(generated.body).toEqual({
				success: true,
				data: { privateLinkKey: expect.stringMatching(/^[0-9a-f]{12}$/) },
			});
			const { data } = generated.body as { data: { privateLinkKey: string } };
			const statuses = async () => {
				const path = `/api/sites/${siteId}`;
				const header = await stage.api.ask(path, {
					headers: { "x-private-key": data.privateLinkKey },
				});
				const query = await stage.api.ask(`${path}?private_key=${data.privateLinkKey}`);
				return [header.status, query.status];
			};
			expect(await statuses()).toEqual([200, 200]);
			const write = await stage.api.ask(`/api/sites/${siteId}/config`, {
				method: "PUT",
				headers: { "x-private-key": data.privateLinkKey },
				body: { public: true },
			});
			expect(write.status).toBe(401);
			await link(siteId, "generate_private_link_key");
			expect(await statuses()).toEqual([401, 401]);
			const revoked = await link(siteId, "revoke_private_link_key");
			expect(revoked.body).toEqual({ success: true, data: { privateLinkKey: null } });
		});

		it("do not open another site with it", async () => {
			const { siteId } = await created("key-holder.example.com");
			const { body } = await link(siteId, "generate_private_link_key");
			const { data } = body as { data: { privateLinkKey: string } };
			const { status } = await stage.api.ask(`/api/sites/${stage.api.site.siteId}`, {
				headers: { "x-private-key": data.privateLinkKey },
			});
			expect(status).toBe(401);
		});

		it.each(["make_one", 7, null])("reject the action %j", async (action) => {
			const { status, body } = await link(stage.api.site.siteId, action);
			expect([status, body]).toEqual([
				400,
				refusal("Invalid request body", { details: expect.any(Array) }),
			]);
		});

		it.each([
			["nobody", 401],
			["stranger", 403],
			["member", 403],
			["admin", 200],
		] as const)("are generated by %s with %i", async (who, status) => {
			const answer = await link(stage.api.site.siteId, "generate_private_link_key", who);
			expect(answer.status).toBe(status);
		});
	});

	describe("on deletion", () => {
		it("disappear, and their events too", async () => {
			const { siteId, id } = await created("deleted.example.com");
			const deleted = await stage.api.ask(`/api/sites/${siteId}`, {
				method: "DELETE",
				headers: stage.api.as.owner,
			});
			expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
			expect(stage.api.deleted).toContain(siteId);
			expect(
				(await stage.api.ask(`/api/sites/${id}`, { headers: stage.api.as.owner })).status,
			).toBe(404);
			expect((await created("deleted.example.com")).siteId).toBeGreaterThan(siteId);
		});

		it.each([
			["nobody", 401],
			["stranger", 403],
			["member", 403],
		] as const)("cannot be deleted by %s, who gets %i", async (who, status) => {
			const answer = await stage.api.ask(`/api/sites/${stage.api.site.siteId}`, {
				method: "DELETE",
				headers: stage.api.as[who],
			});
			expect(answer.status).toBe(status);
		});
	});

	it.each([
		"https://a.example/path",
		"*",
		"https://*.example",
		"javascript:alert(1)",
		"a.example; script-src *",
		"https://user@a.example",
	])("reject %s as an origin", async (origin) => {
		const { status, body } = await stage.api.ask(`${stage.api.organization}/sites`, {
			headers: stage.api.as.owner,
			body: { name: "A", domain: "a.example.com", allowedOrigins: [origin] },
		});
		expect([status, body]).toEqual([
			400,
			expect.objectContaining({
				error:
					"allowedOrigins must list origins such as https://shop.example, without a path, or hosts",
			}),
		]);
	});
});
