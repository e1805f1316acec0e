import { CONFIGURATION_PATH, type ConfigurationSnapshot } from "@footfall/shared/site";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN, startPopulatedApi } from "@footfall/testing/api/test-api";
import { openMailbox } from "@footfall/testing/mail/mailbox";
import { expect, it } from "vitest";

type Headers = Record<string, string>;

onEachDatabase("moving a site", (stage) => {
	let serial = 0;
	const created = async <Body>(path: string, headers: Headers, body: object): Promise<Body> => {
		const answer = await stage.api.ask(path, { headers, body });
		expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
		return answer.body as Body;
	};
	/** An organization of the owner, who owns the first one too. */
	const newOrganization = async (headers: Headers = stage.api.as.owner) =>
		(
			await created<{ id: string }>("/api/auth/organization/create", headers, {
				...{ name: `Second ${++serial}`, slug: `second-${serial}` },
			})
		).id;
	const newSite = async (organization = stage.api.organization, domain?: string) =>
		(
			await created<{ siteId: number }>(`${organization}/sites`, stage.api.as.owner, {
				...{ name: "Moving", domain: domain ?? `moving-${++serial}.example.com` },
			})
		).siteId;
	const move = (siteId: number, organizationId: string, headers: Headers = stage.api.as.owner) =>
		stage.api.ask(`/api/sites/${siteId}/move`, { headers, body: { organizationId } });
	const read = async <Body>(path: string, headers: Headers = stage.api.as.owner): Promise<Body> =>
		(await stage.api.ask(path, { headers })).body as Body;
	const status = async (path: string, headers: Headers) =>
		(await stage.api.ask(path, { headers })).status;
	const snapshot = async () => {
		const { body } = await stage.api.ask(CONFIGURATION_PATH, { headers: bearer(INTERNAL_TOKEN) });
		return body as ConfigurationSnapshot;
	};
	const log = async (organizationId: string) =>
		(
			await read<{ data: { action: string; target: string; via: string }[] }>(
				`/api/organizations/${organizationId}/audit-log`,
			)
		).data;

	it("takes its definitions along, and both organizations log it", async () => {
		const { as, organizationId } = stage.api;
		const siteId = await newSite();
		const site = `/api/sites/${siteId}`;
		const goal = { name: "Thanks", goalType: "path", config: { pathPattern: "/thanks" } };
		await created(`${site}/goals`, as.owner, goal);
		const filters = [{ parameter: "country", type: "equals", value: ["DE"] }];
		await created(`${site}/segments`, as.owner, { name: "Germans", filters });
		await created(`${site}/annotations`, as.owner, { title: "Relaunch", date: "2026-01-01" });
		await created(`${site}/boards`, as.owner, { name: "Monday" });
		const second = await newOrganization();
		const moved = await move(siteId, second);
		expect(moved).toMatchObject({
			status: 200,
			body: { data: { organizationId: second, privateLinks: 0, teams: [], alerts: [] } },
		});
		expect(await read(site)).toMatchObject({ siteId, organizationId: second });
		const { sites } = await read<{ sites: { siteId: number }[] }>(
			`/api/organizations/${second}/sites`,
		);
		expect(sites.map((one) => one.siteId)).toEqual([siteId]);
		expect(await read(`${site}/goals`)).toMatchObject({ data: [{ name: "Thanks" }] });
		expect(await read(`${site}/segments`)).toMatchObject([
			{ name: "Germans", organizationId: second },
		]);
		expect(await read(`${site}/annotations`)).toMatchObject([
			{ title: "Relaunch", organizationId: second },
		]);
		expect(await read(`${site}/boards`)).toMatchObject([
			{ name: "Monday", organizationId: second },
		]);
		const target = `/api/sites/${siteId}/move`;
		expect((await log(organizationId))[0]).toMatchObject({ action: "site.move-out", target });
		expect((await log(second))[0]).toMatchObject({ action: "site.move-in", target });
	});

	it("ends the access of the old organization: its people, keys, teams and private link", async () => {
		const { as } = stage.api;
		const siteId = await newSite();
		const site = `/api/sites/${siteId}`;
		await created(`${stage.api.organization}/teams`, as.owner, {
			...{ name: "Watchers", memberUserIds: [stage.api.accounts.member.id], siteIds: [siteId] },
		});
		const link = await created<{ data: { privateLinkKey: string } }>(
			`${site}/private-link-config`,
			as.owner,
			{ action: "generate_private_link_key" },
		);
		const organizationKey = await stage.api.keyWith(null, "organization");
		const ownKey = await stage.api.keyWith(null, "personal");
		const readers = {
			member: as.member,
			admin: as.admin,
			link: { "x-private-key": link.data.privateLinkKey },
			"key of the organization": organizationKey.headers,
		};
		for (const [reader, headers] of Object.entries(readers))
			expect([reader, await status(`${site}/goals`, headers)]).toEqual([reader, 200]);
		const second = await newOrganization();
		const plan = await read<object>(`${site}/move?organization_id=${second}`);
		expect(plan).toMatchObject({ data: { privateLinks: 1, teams: ["Watchers"] } });
		expect((await move(siteId, second)).body).toEqual(plan);
		for (const [reader, headers] of Object.entries(readers))
			expect([reader, await status(`${site}/goals`, headers)]).toEqual([
				reader,
				reader === "link" ? 401 : 403,
			]);
		expect(await status(`${site}/goals`, ownKey.headers)).toBe(200);
		const { teams } = await read<{ teams: { name: string; sites: object[] }[] }>(
			`${stage.api.organization}/teams`,
		);
		expect(teams.find(({ name }) => name === "Watchers")?.sites).toEqual([]);
	});

	it("reaches the gateways, so that keys of the old organization send nothing more", async () => {
		const siteId = await newSite();
		const second = await newOrganization();
		const before = await snapshot();
		await move(siteId, second);
		const after = await snapshot();
		expect(after.version).not.toBe(before.version);
		expect(after.sites.find((one) => one.siteId === siteId)).toMatchObject({
			organizationId: second,
		});
	});

	it("keeps no channel of the old organization: alerts that had some are paused and say why", async () => {
		const { as } = stage.api;
		const siteId = await newSite();
		const alerts = `/api/sites/${siteId}/alerts`;
		const { channelId } = await created<{ channelId: number }>(
			`${stage.api.organization}/channels`,
			as.owner,
			{ name: "Ours", target: { kind: "slack", url: "https://hooks.example.com/a/b" } },
		);
		const rule = { condition: "above", metric: "sessions", threshold: 10 };
		await created(alerts, as.owner, { name: "Told", rule: { ...rule, channelIds: [channelId] } });
		await created(alerts, as.owner, { name: "Shown", rule });
		const moved = await move(siteId, await newOrganization());
		expect(moved.body).toMatchObject({ data: { alerts: ["Told"] } });
		const data = await read<{ name: string }[]>(alerts);
		expect(data.find(({ name }) => name === "Told")).toMatchObject({
			...{ state: "paused", pausedUntil: null, rule: { channelIds: [] } },
			reason: expect.stringContaining("moved to another organization"),
		});
		expect(data.find(({ name }) => name === "Shown")).toMatchObject({ state: "ok", reason: null });
	});

	it("copies segments and questions of the whole organization that its reports and boards use", async () => {
		const { as, organization, accounts } = stage.api;
		const siteId = await newSite();
		const site = `/api/sites/${siteId}`;
		const filters = [{ parameter: "country", type: "equals", value: ["DE"] }];
		const segment = await created<{ segmentId: number }>(`${site}/segments`, as.owner, {
			...{ name: "All Germans", filters, scope: "organization" },
		});
		const question = await created<{ questionId: number }>(`${site}/questions`, as.owner, {
			...{ name: "Sessions", scope: "organization", view: "number" },
			question: { metrics: ["sessions"] },
		});
		const board = await created<{ boardId: number }>(`${site}/boards`, as.owner, {
			name: "Monday",
			cards: [
				{ kind: "text", text: "First" },
				{ kind: "saved", questionId: question.questionId },
			],
		});
		const report = await created<{ reportMailId: number }>(
			`${organization}/report-mails`,
			as.owner,
			{
				...{ name: "Weekly", every: "week", timeZone: "UTC", siteId },
				segmentId: segment.segmentId,
				recipients: [{ userId: accounts.member.id }, { address: "agency@example.com" }],
			},
		);
		const second = await newOrganization();
		const moved = await move(siteId, second);
		expect(moved.body).toMatchObject({
			data: { segments: ["All Germans"], questions: ["Sessions"], recipients: 1 },
		});
		const mail = await read<{ segmentId: number }>(
			`/api/organizations/${second}/report-mails/${report.reportMailId}`,
		);
		expect(mail).toMatchObject({ state: "ok", recipients: [{ address: "agency@example.com" }] });
		expect(mail.segmentId).not.toBe(segment.segmentId);
		expect(await read(`${site}/segments/${mail.segmentId}`)).toMatchObject({
			...{ name: "All Germans", siteId, organizationId: second, filters },
		});
		const shown = await read<{
			cards: { kind: string; questionId?: number }[];
			questions: { questionId: number; name: string }[];
		}>(`${site}/boards/${board.boardId}`);
		expect(shown.questions).toMatchObject([{ name: "Sessions" }]);
		expect(shown.cards).toEqual([
			{ kind: "text", text: "First" },
			{ kind: "saved", questionId: shown.questions[0]?.questionId },
		]);
		expect(shown.questions[0]?.questionId).not.toBe(question.questionId);
		// The old organization keeps its own.
		const other = `/api/sites/${stage.api.site.siteId}`;
		expect(await status(`${other}/segments/${segment.segmentId}`, as.owner)).toBe(200);
		expect(await status(`${other}/questions/${question.questionId}`, as.owner)).toBe(200);
	});

	it("takes reports from accounts of the old organization that were added by address", async () => {
		const { as, organization } = stage.api;
		const siteId = await newSite();
		const second = await newOrganization();
		const [gone, kept] = [await stage.api.signUp("gone"), await stage.api.signUp("kept")];
		const addresses = [
			gone.email,
			kept.email,
			"agency@example.com",
			stage.api.accounts.stranger.email,
		];
		const report = await created<{ reportMailId: number }>(
			`${organization}/report-mails`,
			as.owner,
			{
				...{ name: "Weekly", every: "week", timeZone: "UTC", siteId },
				recipients: addresses.map((address) => ({ address })),
			},
		);
		// They join afterwards: the report keeps their addresses.
		for (const { email } of [gone, kept])
			await created(`${organization}/members`, as.owner, { email, role: "member" });
		await created(`/api/organizations/${second}/members`, as.owner, {
			...{ email: kept.email, role: "viewer" },
		});
		const plan = await read<object>(`/api/sites/${siteId}/move?organization_id=${second}`);
		expect(plan).toMatchObject({ data: { recipients: 1 } });
		expect((await move(siteId, second)).body).toEqual(plan);
		const { recipients } = await read<{ recipients: { address: string }[] }>(
			`/api/organizations/${second}/report-mails/${report.reportMailId}`,
		);
		expect(recipients.map(({ address }) => address).sort()).toEqual(addresses.slice(1).sort());
	});

	it("leaves deliveries in the old organization's list, which cannot be sent again", async () => {
		const box = await openMailbox();
		const api = await startPopulatedApi(await stage.create(), {
			...{ mail: box.settings, baseUrl: "https://stats.example.com" },
		});
		const { owner, admin } = api.as;
		const ask = async <Body>(path: string, headers: Headers, body?: object) => {
			const answer = await api.ask(path, { headers, ...(body && { body }) });
			return { ...answer, body: answer.body as Body };
		};
		const { siteId } = api.site;
		const { body: report } = await ask<{ reportMailId: number }>(
			`${api.organization}/report-mails`,
			owner,
			{ ...{ name: "Weekly", every: "week", timeZone: "UTC", siteId }, recipients: [] },
		);
		await ask(`${api.organization}/report-mails/${report.reportMailId}/send`, owner, {});
		const listed = async () =>
			(
				await ask<{ data: { deliveryId: number; siteId: number; status: string }[] }>(
					`${api.organization}/deliveries`,
					admin,
				)
			).body.data.find((one) => one.siteId === siteId);
		await api.deliveries.now();
		const delivery = await listed();
		const sendAgain = () =>
			ask(`${api.organization}/deliveries/${delivery?.deliveryId}/send-again`, admin, {});
		expect(await sendAgain()).toMatchObject({ status: 200 });
		await api.deliveries.now();
		const { body: second } = await ask<{ id: string }>("/api/auth/organization/create", owner, {
			...{ name: "Second", slug: "second" },
		});
		await ask(`/api/sites/${siteId}/move`, owner, { organizationId: second.id });
		const left = await listed();
		expect(await sendAgain()).toMatchObject({
			status: 409,
			body: { error: "The site of this delivery was moved to another organization" },
		});
		expect(await listed()).toEqual(left);
		await api.close();
		await box.close();
	});

	it("needs an owner of both organizations, signed in or with an unlimited key", async () => {
		const { as } = stage.api;
		const siteId = await newSite();
		const second = await newOrganization();
		const foreign = await newOrganization(as.stranger);
		const limited = await stage.api.keyWith({ sites: ["write"], org: ["write"] }, "personal");
		for (const headers of [as.admin, as.member, as.stranger, limited.headers])
			expect((await move(siteId, second, headers)).status).toBe(403);
		const plain = await stage.api.join("owner", "second-owner");
		expect(await move(siteId, foreign, plain.cookie)).toMatchObject({
			status: 403,
			body: { error: "You are not an owner of the organization organizationId" },
		});
		expect((await move(siteId, "unknown", plain.cookie)).status).toBe(403);
		expect((await move(siteId, "unknown")).status).toBe(404);
		expect((await move(siteId, second, stage.api.as.ownerKey)).status).toBe(200);
	});

	it("refuses its own organization, and one that has a site of the domain, and changes nothing", async () => {
		const domain = `taken-${++serial}.example.com`;
		const siteId = await newSite(stage.api.organization, domain);
		const second = await newOrganization();
		await newSite(`/api/organizations/${second}`, domain);
		expect(await move(siteId, stage.api.organizationId)).toMatchObject({
			status: 400,
			body: { error: "The site belongs to this organization already" },
		});
		expect(await move(siteId, second)).toMatchObject({
			status: 409,
			body: { error: "Domain already in use" },
		});
		expect(await read(`/api/sites/${siteId}`)).toMatchObject({
			organizationId: stage.api.organizationId,
		});
		expect((await log(second)).map(({ action }) => action)).not.toContain("site.move-in");
	});

	it("waits for a running import, whose organization can run no other", async () => {
		const siteId = await newSite();
		const second = await newOrganization();
		await created(`/api/sites/${siteId}/imports`, stage.api.as.owner, { platform: "plain" });
		expect(await move(siteId, second)).toMatchObject({
			status: 409,
			body: { error: "An import of this site is running" },
		});
	});
});
