import { describeOnPostgres } from "@footfall/testing/api/databases";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { eventually } from "@footfall/testing/eventually";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

type Headers = Record<string, string>;
interface Site {
	siteId: number;
	path: string;
}

describeOnPostgres("a move at the same time as something else", (open) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let api: PopulatedApi;
	let database: pg.Client;
	let serial = 0;
	beforeAll(async () => {
		engine = await open();
		const location = await engine.create();
		if (!("url" in location)) throw new Error("A second connection needs a server");
		api = await startPopulatedApi(location, { quotas: { sites: 100 } });
		database = new pg.Client({ connectionString: location.url });
		await database.connect();
	});
	afterAll(async () => {
		await database?.end();
		await api?.close();
		await engine?.close();
	});

	const send = (path: string, headers: Headers, body?: object, method = "POST") =>
		api.ask(path, { method, headers, ...(body && { body }) });
	const newOrganization = async (headers: Headers) => {
		const name = `second-${++serial}`;
		const { body } = await send("/api/auth/organization/create", headers, { name, slug: name });
		return (body as { id: string }).id;
	};
	const newSite = async (path = api.organization, headers: Headers = api.as.owner) => {
		const domain = `moving-${++serial}.example.com`;
		const { body } = await send(`${path}/sites`, headers, { name: "Moving", domain });
		const { siteId } = body as { siteId: number };
		return { siteId, path: `/api/sites/${siteId}` };
	};
	const move = (site: Site, organizationId: string, headers: Headers) =>
		send(`${site.path}/move`, headers, { organizationId });

	/** Sends requests that all wait for the site's row, so that each was admitted before the first is carried out. */
	const atOnce = async <Answers extends unknown[]>(
		{ siteId }: Site,
		requests: () => { [Index in keyof Answers]: Promise<Answers[Index]> },
		waiting: number,
	): Promise<Answers> => {
		await database.query("BEGIN");
		await database.query('SELECT FROM "site" WHERE "siteId" = $1 FOR UPDATE', [siteId]);
		const answers = Promise.all(requests());
		await eventually(
			async () => {
				const { rows } = await database.query<{ waiting: number }>(
					"SELECT count(*)::integer AS waiting FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')",
				);
				return rows[0]?.waiting ?? 0;
			},
			(count) => count >= waiting,
		);
		await database.query("COMMIT");
		return answers as Promise<Answers>;
	};
	const organizationOf = async ({ siteId }: Site) => {
		const { rows } = await database.query<{ organizationId: string }>(
			'SELECT "organizationId" FROM "site" WHERE "siteId" = $1',
			[siteId],
		);
		return rows[0]?.organizationId;
	};
	const actionsIn = async (organizationId: string) => {
		const { rows } = await database.query<{ action: string }>(
			'SELECT "action" FROM "audit_entry" WHERE "organizationId" = $1',
			[organizationId],
		);
		return rows.map(({ action }) => action);
	};

	it("is refused by another owner's move, which cannot take the site from an organization that they do not own", async () => {
		const site = await newSite();
		const [one, other] = [await api.join("owner", "one"), await api.join("owner", "other")];
		const targets = [
			await newOrganization(one.cookie),
			await newOrganization(other.cookie),
		] as const;
		const answers = await atOnce<[{ status: number }, { status: number }]>(
			site,
			() => [move(site, targets[0], one.cookie), move(site, targets[1], other.cookie)],
			2,
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
		const winner = targets[answers[0].status === 200 ? 0 : 1];
		const loser = targets[answers[0].status === 200 ? 1 : 0];
		expect(await organizationOf(site)).toBe(winner);
		expect(await actionsIn(winner)).toContain("site.move-in");
		expect(await actionsIn(loser)).not.toContain("site.move-in");
	});

	it("leaves a deletion by the old organization without effect, or finds no site any more", async () => {
		const site = await newSite();
		const target = await newOrganization(api.as.owner);
		const [moved, deleted] = await atOnce<[{ status: number }, { status: number }]>(
			site,
			() => [move(site, target, api.as.owner), send(site.path, api.as.admin, undefined, "DELETE")],
			2,
		);
		const isMoved = moved.status === 200;
		expect([moved.status, deleted.status]).toEqual(isMoved ? [200, 409] : [404, 200]);
		expect(await organizationOf(site)).toBe(isMoved ? target : undefined);
	});

	it("takes along what members add, or undoes it, and leaves no team with a site of another organization", async () => {
		const site = await newSite();
		const target = await newOrganization(api.as.owner);
		const note = { title: "Relaunch", date: "2026-01-01" };
		const segment = {
			name: "Germans",
			filters: [{ parameter: "country", type: "equals", value: ["DE"] }],
		};
		const report = { name: "Weekly", siteId: site.siteId, every: "week", timeZone: "UTC" };
		const [moved, ...others] = await atOnce<{ status: number }[]>(
			site,
			() => [
				move(site, target, api.as.owner),
				send(`${site.path}/annotations`, api.as.member, note),
				send(`${site.path}/segments`, api.as.member, segment),
				send(`${site.path}/config`, api.as.admin, { public: true }, "PUT"),
				send(`${api.organization}/teams`, api.as.admin, { name: "T", siteIds: [site.siteId] }),
				send(`${api.organization}/report-mails`, api.as.admin, { ...report, recipients: [] }),
			],
			6,
		);
		expect(moved?.status).toBe(200);
		const before = [201, 201, 200, 201, 201];
		const after = [409, 409, 409, 400, 404];
		for (const [at, { status }] of others.entries())
			expect([at, status]).toBeOneOf([
				[at, before[at]],
				[at, after[at]],
			]);
		expect(await organizationOf(site)).toBe(target);
		for (const table of ["annotation", "segment", "report_mail"]) {
			const { rows } = await database.query(
				`SELECT "organizationId" FROM "${table}" WHERE "siteId" = $1 AND "organizationId" <> $2`,
				[site.siteId, target],
			);
			expect([table, rows]).toEqual([table, []]);
		}
		const teams = await database.query('SELECT FROM "team_site" WHERE "siteId" = $1', [
			site.siteId,
		]);
		expect(teams.rows).toEqual([]);
		const config = await api.ask(site.path, { headers: api.as.owner });
		expect(config.body).toMatchObject({ public: others[2]?.status === 200 });
	});

	it("needs the second factor that the new organization requires", async () => {
		const site = await newSite();
		const other = await api.join("owner", "careful");
		const target = await newOrganization(other.cookie);
		await database.query(
			'UPDATE "organization" SET "requiresSecondFactor" = true WHERE "id" = $1',
			[target],
		);
		for (const headers of [other.cookie, api.as.owner])
			expect(await move(site, target, headers)).toMatchObject({
				status: 403,
				body: { code: "SECOND_FACTOR_REQUIRED" },
			});
		expect(await organizationOf(site)).toBe(api.organizationId);
	});

	it("needs a place among the sites that keys of the new organization have created", async () => {
		const target = await newOrganization(api.as.owner);
		const keyOf = async (organizationId: string) => {
			const path = `/api/organizations/${organizationId}/api-keys`;
			const { body } = await send(path, api.as.owner, { name: "K" });
			return { authorization: `Bearer ${(body as { key: string }).key}` };
		};
		const site = await newSite(api.organization, await keyOf(api.organizationId));
		await database.query(
			`INSERT INTO "site" ("id", "name", "domain", "organizationId", "createdBy", "settings")
			SELECT lpad(to_hex(n), 12, 'a'), 'Full', n || '.example.org', $1, '', '{}' FROM generate_series(1, 100) AS n`,
			[target],
		);
		expect(await move(site, target, api.as.owner)).toMatchObject({
			status: 400,
			body: { code: "QUOTA_REACHED" },
		});
		expect(await organizationOf(site)).toBe(api.organizationId);
	});
});
