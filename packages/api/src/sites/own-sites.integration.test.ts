import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import type { PopulatedApi } from "@footfall/testing/api/test-api";
import { beforeAll, describe, expect, it } from "vitest";

interface Found {
	siteId: number;
	id: string;
	domain: string;
	organizationId: string;
}

onEachDatabase("the sites of a person", (stage) => {
	const find = async (query = "", headers: Record<string, string> = stage.api.as.owner) => {
		const { status, body } = await stage.api.ask(`/api/sites${query}`, { headers });
		const { data = [], totalCount } = body as { data?: Found[]; totalCount?: number };
		return { status, body, data, totalCount, domains: data.map(({ domain }) => domain) };
	};
	const add = async (organization: string, name: string, domain: string, headers = owner()) => {
		const { body } = await stage.api.ask(`${organization}/sites`, {
			headers,
			body: { name, domain },
		});
		return body as Found;
	};
	const owner = () => stage.api.as.owner;
	const addTeam = async (name: string, siteIds: number[], memberUserIds: string[] = []) => {
		const { body } = await stage.api.ask(`${stage.api.organization}/teams`, {
			headers: owner(),
			body: { name, siteIds, memberUserIds },
		});
		return (body as { id: string }).id;
	};
	const limit = async (userId: string, siteIds: number[]) => {
		const members = await stage.api.ask(`${stage.api.organization}/members`, { headers: owner() });
		const { data } = members.body as { data: { id: string; userId: string }[] };
		const member = data.find((one) => one.userId === userId);
		await stage.api.ask(`${stage.api.organization}/members/${member?.id}/sites`, {
			method: "PUT",
			headers: owner(),
			body: { hasRestrictedSiteAccess: true, siteIds },
		});
	};
	const memberships = async (headers: Record<string, string>) => {
		const { body } = await stage.api.ask("/api/user/memberships", { headers });
		return (body as { data: { name: string; role: string; siteCount: number }[] }).data;
	};

	let first: string;
	let shop: Found;
	let hidden: Found;
	let team: string;
	let restricted: Awaited<ReturnType<PopulatedApi["join"]>>;
	let elsewhere: { id: string; site: Found };
	beforeAll(async () => {
		const { api } = stage;
		first = api.site.id;
		shop = await add(api.organization, "Äpfel & Birnen", "shop.example");
		hidden = await add(api.organization, "Zebra", "hidden.example");
		await add(api.organization, "100%_sure", "sure.example");
		team = await addTeam("Hidden", [hidden.siteId]);
		restricted = await api.join("member", "restricted");
		await limit(restricted.id, [shop.siteId]);
		const { body } = await api.ask("/api/auth/organization/create", {
			headers: owner(),
			body: { name: "Elsewhere", slug: "elsewhere" },
		});
		const { id } = body as { id: string };
		const site = await add(`/api/organizations/${id}`, "Mangö", "mango.example");
		elsewhere = { id, site };
	});

	it("include those of all their organizations, by name", async () => {
		const { status, domains, totalCount, data } = await find();
		expect(status).toBe(200);
		expect(domains).toHaveLength(6);
		expect(totalCount).toBe(6);
		const named = domains.filter((domain) => domain.endsWith(".example"));
		expect(named.indexOf("sure.example")).toBeLessThan(named.indexOf("mango.example"));
		expect(named.indexOf("mango.example")).toBeLessThan(named.indexOf("hidden.example"));
		expect(data.find(({ id }) => id === first)).toMatchObject({
			organizationId: stage.api.organizationId,
		});
	});

	it("can be sorted by domain", async () => {
		const { domains } = await find("?sort_by=domain");
		expect(domains).toEqual([...domains].sort());
		expect(await find("?sort_by=settings")).toMatchObject({
			status: 400,
			body: { error: "sort_by must be one of name, domain" },
		});
	});

	it("are paged, with the total number", async () => {
		const all = (await find()).domains;
		const second = await find("?page=2&page_size=2");
		expect(second).toMatchObject({ domains: all.slice(2, 4), totalCount: 6 });
		expect(await find("?page=999999999&page_size=1000")).toMatchObject({
			domains: [],
			totalCount: 6,
		});
	});

	it.each([
		["SHOP", ["shop.example"]],
		["ebra", ["hidden.example"]],
		["mangO", ["mango.example"]],
		["NGÖ", ["mango.example"]],
		["%_", ["sure.example"]],
		["_", ["sure.example"]],
		["\\", []],
		["' OR 1=1 --", []],
	])("match a search for %j by name or domain", async (search, domains) => {
		const found = await find(`?search=${encodeURIComponent(search)}`);
		expect([found.domains, found.totalCount]).toEqual([domains, domains.length]);
	});

	it("can be limited to one organization", async () => {
		expect((await find(`?organization_id=${elsewhere.id}`)).domains).toEqual(["mango.example"]);
		expect((await find("?organization_id=unknown")).totalCount).toBe(0);
	});

	it("can be requested by numbers and ids, as far as they are visible", async () => {
		const ids = `${shop.siteId},${elsewhere.site.id},999999,nothing,`;
		const { domains } = await find(`?site_ids=${ids}`);
		expect(domains.sort()).toEqual(["mango.example", "shop.example"]);
		const { member } = stage.api.as;
		expect((await find(`?site_ids=${ids}`, member)).domains).toEqual(["shop.example"]);
		expect((await find(`?site_ids=${hidden.siteId}`, member)).totalCount).toBe(0);
		const many = Array.from({ length: 101 }, (_, index) => index + 1).join(",");
		expect((await find(`?site_ids=${many}`)).status).toBe(400);
	});

	it("of a team are found by those who can see it", async () => {
		const query = `?team_id=${team}`;
		expect((await find(query)).domains).toEqual(["hidden.example"]);
		expect((await find(query, stage.api.as.admin)).domains).toEqual(["hidden.example"]);
		expect((await find(query, stage.api.as.member)).totalCount).toBe(0);
		const shared = await addTeam("Shared", [shop.siteId], [stage.api.accounts.member.id]);
		expect((await find(`?team_id=${shared}`, stage.api.as.member)).domains).toEqual([
			"shop.example",
		]);
		// Granted to the person directly, outside the team.
		expect((await find(`?team_id=${shared}`, restricted.cookie)).totalCount).toBe(0);
		await stage.api.ask(`${stage.api.organization}/teams/${shared}`, {
			method: "DELETE",
			headers: owner(),
		});
	});

	it("are refused for overlong parameters", async () => {
		const { status } = await find(`?search=${"x".repeat(256)}`);
		expect(status).toBe(400);
	});

	it("are the same for every caller as in the list of organizations", async () => {
		const { api } = stage;
		const callers = { ...api.as, restricted: restricted.cookie };
		for (const who of ["owner", "admin", "member", "stranger", "ownerKey", "restricted"] as const) {
			const { body } = await api.ask("/api/organizations", { headers: callers[who] });
			const listed = (body as { sites: Found[] }[]).flatMap(({ sites }) => sites);
			const { data } = await find("?page_size=1000", callers[who]);
			const byNumber = (one: Found, other: Found) => one.siteId - other.siteId;
			expect([who, data.sort(byNumber)]).toEqual([who, listed.sort(byNumber)]);
		}
	});

	it("require the scope of sites, or of their figures", async () => {
		const key = await stage.api.keyWith({ sites: ["read"] }, "personal");
		expect((await find("", key.headers)).totalCount).toBe(6);
		const overview = await stage.api.ask("/api/sites/overview", { headers: key.headers });
		expect(overview.status).toBe(403);
		const other = await stage.api.keyWith({ analytics: ["read"] }, "personal");
		expect((await find("", other.headers)).status).toBe(403);
		const organizationKey = await stage.api.keyWith(null, "organization");
		expect((await find("", organizationKey.headers)).status).toBe(401);
		expect((await find("", stage.api.as.nobody)).status).toBe(401);
	});

	describe("in numbers", () => {
		it("are counted in each membership, without listing any site", async () => {
			const owned = await memberships(owner());
			expect(owned).toMatchObject([
				{ role: "owner", siteCount: 5 },
				{ name: "Elsewhere", role: "owner", siteCount: 1 },
			]);
			expect(Object.keys(owned[0] ?? {}).sort()).toEqual(
				["id", "name", "slug", "logo", "createdAt", "role", "siteCount"].sort(),
			);
			expect(await memberships(stage.api.as.admin)).toMatchObject([
				{ role: "admin", siteCount: 5 },
			]);
			expect(await memberships(stage.api.as.member)).toMatchObject([
				{ role: "member", siteCount: 4 },
			]);
			expect(await memberships(restricted.cookie)).toMatchObject([{ siteCount: 1 }]);
		});
	});
});
