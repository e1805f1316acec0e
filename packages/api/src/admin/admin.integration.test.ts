import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN, NOBODY, OWNER } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";

onEachDatabase("the operator's commands", (stage) => {
	const run = (...parameters: string[]) =>
		stage.api.ask(ADMIN_PATH, { headers: bearer(INTERNAL_TOKEN), body: { parameters } });
	const lines = async (...parameters: string[]) => {
		const { status, body } = await run(...parameters);
		expect([status, body]).toEqual([200, expect.any(String)]);
		return String(body).trimEnd().split("\n");
	};

	/** The newest entry of this action that the operator left in the organization's audit log. */
	const logged = async (action: string) => {
		const headers = stage.api.as.ownerKey;
		const { body } = await stage.api.ask(`${stage.api.organization}/audit-log`, { headers });
		const { data } = body as { data: { action: string; via: string; user: object | null }[] };
		return data.find((entry) => entry.action === action && entry.via === "operator");
	};

	it("admits only the product's own processes", async () => {
		for (const headers of [{}, stage.api.as.owner, stage.api.as.ownerKey]) {
			const body = { parameters: ["list-sites"] };
			expect((await stage.api.ask(ADMIN_PATH, { headers, body })).status).toBe(401);
		}
	});

	it("creates accounts and keys, also in a named organization", async () => {
		const { api } = stage;
		const [made, shown] = await lines("create-user", "--email", "Made@example.com");
		expect(made).toBe("Created made@example.com");
		const password = shown?.replace("Password: ", "") ?? "";
		const cookie = await api.signIn({ email: "made@example.com", password });
		expect((await api.ask("/api/organizations", { headers: cookie })).body).toEqual([]);
		await lines(
			...["create-user", "--email", "member@example.com", "--password", "12345678"],
			...["--organization", api.organizationId, "--role", "admin"],
		);
		const member = await api.signIn({ email: "member@example.com", password: "12345678" });
		expect((await api.ask("/api/organizations", { headers: member })).body).toMatchObject([
			{ role: "admin" },
		]);
		const [personal] = await lines("create-key", "--email", "member@example.com");
		const headers = bearer(personal?.replace("API key: ", "") ?? "");
		expect((await api.ask(`${api.organization}/teams`, { headers })).status).toBe(200);
		const [shared] = await lines("create-key", "--organization", api.organizationId);
		expect(shared).toMatch(/^API key: rb_org_/);
		expect(await logged("key.create")).toMatchObject({ target: "footfall admin create-key" });
	});

	it("lets an owner back in after a lost password or a lockout", async () => {
		const { api } = stage;
		const old = await api.signIn();
		for (let tries = 0; tries < 11; tries++) await api.signIn({ ...OWNER, password: "wrong" });
		await lines("reset-password", "--email", OWNER.email, "--password", "a new password");
		expect((await api.ask("/api/organizations", { headers: old })).status).toBe(401);
		expect(await logged("user.password")).toMatchObject({
			target: `footfall admin reset-password --email ${OWNER.email}`,
		});
		const cookie = await api.signIn({ ...OWNER, password: "a new password" });
		expect((await api.ask("/api/organizations", { headers: cookie })).status).toBe(200);
		await lines("reset-password", "--email", OWNER.email, "--password", OWNER.password);
	});

	it("lists sites and moves them, with their audit entries", async () => {
		const { api } = stage;
		const { siteId } = api.demoSite;
		const { body } = await api.ask("/api/auth/organization/create", {
			headers: api.as.stranger,
			body: { name: "Elsewhere", slug: "elsewhere" },
		});
		const { id: elsewhere } = body as { id: string };
		const note = { title: "Stays", date: "2026-01-01" };
		await api.ask(`/api/sites/${siteId}/annotations`, { headers: api.as.admin, body: note });
		await lines("move-site", "--site", String(siteId), "--organization", elsewhere);
		expect(await lines("list-sites")).toContain(
			[siteId, api.demoSite.id, "demo.localhost", elsewhere, "Elsewhere"].join("\t"),
		);
		const notes = await api.ask(`/api/sites/${siteId}/annotations`, { headers: api.as.stranger });
		expect(notes.body).toEqual([expect.objectContaining({ title: "Stays" })]);
		const { body: log } = await api.ask(`/api/organizations/${elsewhere}/audit-log`, {
			headers: api.as.stranger,
		});
		expect((log as { data: object[] }).data[0]).toMatchObject({
			action: "site.move",
			via: "operator",
			user: null,
		});
	});

	it("exports a site's settings and definitions, without its private link", async () => {
		const { api } = stage;
		const site = `/api/sites/${api.site.siteId}`;
		const goal = { name: "Copied", goalType: "copy", config: {} };
		await api.ask(`${site}/goals`, { headers: api.as.admin, body: goal });
		await api.ask(`${site}/private-link-config`, {
			headers: api.as.admin,
			body: { action: "generate_private_link_key" },
		});
		const [first, second] = (await lines("export-site", "--site", api.site.id)).map((line) =>
			JSON.parse(line),
		);
		expect(first).toMatchObject({ kind: "site", siteId: api.site.siteId, domain: "localhost" });
		expect(first).not.toHaveProperty("privateLinkKey");
		expect(second).toMatchObject({ kind: "goal", ...goal });
	});

	it("deletes a person or a site only when confirmed", async () => {
		const { api } = stage;
		const site = String(api.site.siteId);
		expect((await run("delete-person", "--site", site, "--user", "u1")).status).toBe(400);
		await lines("delete-person", "--site", site, "--user", "u1", "--yes");
		const unknown = {
			error: `Site ${site} has no data about ${NOBODY}; write the id exactly as the site sends it`,
		};
		for (const command of [["delete-person", "--yes"], ["export-person"]])
			expect(await run(...command, "--site", site, "--user", NOBODY)).toMatchObject({
				...{ status: 400, body: unknown },
			});
		expect(api.erased[0]).toEqual({ site: api.site.siteId, user: "u1" });
		expect((await run("delete-site", "--site", site)).body).toMatchObject({
			error: `This permanently removes site ${site} (localhost) and all its data. Add --yes to confirm`,
		});
		await lines("delete-site", "--site", site, "--yes");
		expect(api.deleted).toContain(api.site.siteId);
		expect(await logged("site.delete")).toMatchObject({ target: `/api/sites/${site}` });
		expect(await logged("user.delete")).toMatchObject({ target: `/api/sites/${site}` });
		expect((await run("export-site", "--site", site)).body).toMatchObject({
			error: `There is no site ${site}; list-sites shows them`,
		});
	});

	it.each([
		[["dance"], 'Unknown command "dance"'],
		[["create-user"], "--email is missing"],
		[["create-user", "--email", "nobody"], "--email must be an e-mail address"],
		[["create-user", "--email", OWNER.email], "An account for owner@example.com already exists"],
		[["create-user", "--email", "a@b.c", "--password", "short"], "--password must have 8 to 128"],
		[
			["create-user", "--email", "a@b.c", "--role", "king"],
			"--role must be owner, admin, member or viewer",
		],
		[["create-key", "--organization", "x"], "There is no organization x"],
		[["reset-password", "--email", "x@y.z"], "There is no account for x@y.z"],
		[["list-sites", "now"], 'Unexpected argument "now"'],
		[["list-sites", "--fast"], "Unknown option '--fast'"],
	])("reports what is wrong with %j", async (parameters, error) => {
		const { status, body } = await run(...parameters);
		expect([status, body]).toEqual([
			400,
			expect.objectContaining({ error: expect.stringContaining(error) }),
		]);
	});
});
