import {
	CONFIGURATION_PATH,
	type ConfigurationSnapshot,
	defaultSiteSettings,
	CHANGES_MANIPULATION as IM,
} from "@footfall/shared/site";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { hashOfToken } from "../database/hash-of-token.ts";

onEachDatabase("the gateways' configuration", (stage) => {
	const pull = (headers: Record<string, string> = {}) =>
		stage.api.ask(CONFIGURATION_PATH, { headers: { ...bearer(INTERNAL_TOKEN), ...headers } });
	const snapshot = async () => (await pull()).body as ConfigurationSnapshot;
	const hashes = async () => (await snapshot()).ingestionKeys.map(({ hash }) => hash);

	it.each([{}, bearer("guessed"), bearer(`${INTERNAL_TOKEN}x`), { authorization: INTERNAL_TOKEN }])(
		"is refused to a client with %j",
		async (headers) => {
			const { status, body } = await stage.api.ask(CONFIGURATION_PATH, { headers });
			expect(status).toBe(401);
			expect(body).not.toHaveProperty("sites");
		},
	);

	it("is refused to a person's key or session", async () => {
		for (const headers of [stage.api.as.owner, stage.api.as.ownerKey])
			expect((await stage.api.ask(CONFIGURATION_PATH, { headers })).status).toBe(401);
	});

	it("contains every site's settings and every key that may send", async () => {
		const { version, sites, ingestionKeys } = await snapshot();
		expect(version).toEqual(expect.any(String));
		expect(sites).toEqual([
			{
				siteId: stage.api.site.siteId,
				id: stage.api.site.id,
				organizationId: stage.api.organizationId,
				domain: "localhost",
				...defaultSiteSettings,
			},
			expect.objectContaining({ siteId: stage.api.demoSite.siteId, public: true }),
		]);
		expect(ingestionKeys).toEqual([
			{
				hash: hashOfToken(stage.api.apiKey),
				organizationIds: [stage.api.organizationId],
				siteIds: [],
				expiresAt: null,
			},
		]);
	});

	it("answers 304 while nothing changed", async () => {
		const first = await pull();
		const etag = first.headers.get("etag") ?? "";
		expect(etag).toBe(`"${(first.body as ConfigurationSnapshot).version}"`);
		const again = await pull({ "if-none-match": etag });
		expect([again.status, again.body]).toEqual([304, ""]);
		await stage.api.ask("/api/organizations", { headers: stage.api.as.ownerKey });
		await stage.api.signIn();
		expect((await pull({ "if-none-match": etag })).status).toBe(304);
	});

	const setTrackCopy = (trackCopy: boolean) =>
		stage.api.ask(`/api/sites/${stage.api.site.siteId}/config`, {
			method: "PUT",
			headers: stage.api.as.owner,
			body: { trackCopy },
		});

	it("is sent as the changes since a gateway's version if the gateway accepts them", async () => {
		const before = await snapshot();
		const etag = `"${before.version}"`;
		await setTrackCopy(true);
		const { status, headers, body } = await pull({ "if-none-match": etag, "a-im": `gzip, ${IM}` });
		const { version } = await snapshot();
		expect([status, headers.get("im"), headers.get("delta-base")]).toEqual([226, IM, etag]);
		expect(headers.get("etag")).toBe(`"${version}"`);
		expect(body).toEqual({
			version,
			sites: [{ ...before.sites[0], trackCopy: true }],
			ingestionKeys: [],
			removedSites: [],
			removedKeys: [],
		});
		expect((await pull({ "if-none-match": `"${version}"`, "a-im": IM })).status).toBe(304);
	});

	it.each<[string, (version: string) => Record<string, string>]>([
		["does not accept changes", (version) => ({ "if-none-match": `"${version}"` })],
		[
			"accepts changes in another format",
			(version) => ({ "if-none-match": `"${version}"`, "a-im": "vcdiff" }),
		],
		["has no version", () => ({ "a-im": IM })],
		["has an unknown version", () => ({ "if-none-match": '"guessed"', "a-im": IM })],
		["sends no entity tag", () => ({ "if-none-match": "*", "a-im": IM })],
	])("is sent in full to a gateway that %s", async (_what, headersFor) => {
		const { version, sites } = await snapshot();
		await setTrackCopy(false);
		const { status, headers, body } = await pull(headersFor(version));
		expect([status, headers.get("im")]).toEqual([200, null]);
		expect((body as ConfigurationSnapshot).sites).toHaveLength(sites.length);
		expect(body).not.toHaveProperty("removedSites");
	});

	const changes: [string, () => Promise<unknown>][] = [
		["a site is configured", () => setTrackCopy(true)],
		[
			"a site is created",
			() =>
				stage.api.ask(`${stage.api.organization}/sites`, {
					headers: stage.api.as.owner,
					body: { name: "New", domain: "new.example.com" },
				}),
		],
		[
			"a site is deleted",
			() =>
				stage.api.ask(`/api/sites/${stage.api.demoSite.siteId}`, {
					method: "DELETE",
					headers: stage.api.as.owner,
				}),
		],
		["a key is made", () => stage.api.keyWith(null, "organization")],
		["a member joins", () => stage.api.join("member", "joins")],
	];
	it.each(changes)("gets a new version once %s", async (_what, change) => {
		const before = await snapshot();
		await change();
		const after = await pull({ "if-none-match": `"${before.version}"` });
		expect(after.status).toBe(200);
		expect(after.body).toMatchObject({ version: expect.not.stringMatching(before.version) });
	});

	it("includes a change of a site", async () => {
		await stage.api.ask(`/api/sites/${stage.api.site.siteId}/config`, {
			method: "PUT",
			headers: stage.api.as.owner,
			body: {
				excludedIPs: ["203.0.113.7"],
				allowedOrigins: ["https://example.com"],
				ownDomains: ["checkout.example"],
				errorHosts: ["cdn.example"],
			},
		});
		expect((await snapshot()).sites[0]).toMatchObject({
			excludedIPs: ["203.0.113.7"],
			allowedOrigins: ["https://example.com"],
			ownDomains: ["checkout.example"],
			errorHosts: ["cdn.example"],
			domain: "localhost",
		});
	});

	it.each(["personal", "organization"] as const)(
		"omits a disabled or deleted key of kind %s",
		async (kind) => {
			const { id, key } = await stage.api.keyWith({ ingest: ["write"] }, kind);
			const manage = (action: string, body: object) =>
				stage.api.ask(`/api/auth/api-key/${action}`, {
					headers: stage.api.as.owner,
					body: { keyId: id, ...body },
				});
			expect(await hashes()).toContain(hashOfToken(key));
			await manage("update", { enabled: false });
			expect(await hashes()).not.toContain(hashOfToken(key));
			await manage("update", { enabled: true });
			expect(await hashes()).toContain(hashOfToken(key));
			await manage("delete", {});
			expect(await hashes()).not.toContain(hashOfToken(key));
		},
	);

	it("includes a key's expiry, so that a gateway need not ask again", async () => {
		const { body } = await stage.api.ask("/api/user/api-keys", {
			headers: stage.api.as.owner,
			body: { name: "for an hour", expiresIn: 3600 },
		});
		const { key, expiresAt } = body as { key: string; expiresAt: string };
		const found = (await snapshot()).ingestionKeys.find(({ hash }) => hash === hashOfToken(key));
		expect(found?.expiresAt).toBe(Date.parse(expiresAt));
	});

	it("lists keys that may not send, without any sites", async () => {
		const { key } = await stage.api.keyWith({ analytics: ["read"] }, "personal");
		const found = (await snapshot()).ingestionKeys.find(({ hash }) => hash === hashOfToken(key));
		expect(found).toMatchObject({ organizationIds: [], siteIds: [] });
	});

	const memberWithKey = async (name: string) => {
		const member = await stage.api.join("member", name);
		const body = { name: "own" };
		const minted = await stage.api.ask("/api/user/api-keys", { headers: member.cookie, body });
		const { key } = minted.body as { key: string };
		return { member, isOwnKey: ({ hash }: { hash: string }) => hash === hashOfToken(key) };
	};

	it("stops a removed member's key from sending for the organization", async () => {
		const { member, isOwnKey } = await memberWithKey("leaver");
		const organizations = async () =>
			(await snapshot()).ingestionKeys.find(isOwnKey)?.organizationIds;
		expect(await organizations()).toEqual([stage.api.organizationId]);
		await stage.api.ask("/api/auth/organization/remove-member", {
			headers: stage.api.as.owner,
			body: { memberIdOrEmail: member.email, organizationId: stage.api.organizationId },
		});
		expect(await organizations()).toEqual([]);
	});

	it("lets a member's key send only for sites that the member may read", async () => {
		const { member, isOwnKey } = await memberWithKey("restricted");
		let known = "";
		/** The key's permitted sites, from a snapshot with a new version. */
		const reach = async () => {
			const { version, ingestionKeys } = await snapshot();
			expect(version).not.toBe(known);
			known = version;
			const found = ingestionKeys.find(isOwnKey);
			return [found?.organizationIds, found?.siteIds];
		};
		const restrict = (body: object) =>
			stage.api.ask(`${stage.api.organization}/members/${memberId}/sites`, {
				method: "PUT",
				headers: stage.api.as.owner,
				body,
			});
		const { data } = (
			await stage.api.ask(`${stage.api.organization}/members`, { headers: stage.api.as.owner })
		).body as { data: { id: string; userId: string }[] };
		const memberId = data.find(({ userId }) => userId === member.id)?.id;
		const whole = [[stage.api.organizationId], []];
		expect(await reach()).toEqual(whole);
		const teams = `${stage.api.organization}/teams`;
		const team = await stage.api.ask(teams, {
			headers: stage.api.as.owner,
			body: { name: "Others", siteIds: [stage.api.site.siteId] },
		});
		const others = ((await snapshot()).sites as { siteId: number }[])
			.map(({ siteId }) => siteId)
			.filter((siteId) => siteId !== stage.api.site.siteId);
		expect(await reach()).toEqual([[], others]);
		const one = `${teams}/${(team.body as { id: string }).id}`;
		await stage.api.ask(one, {
			method: "PUT",
			headers: stage.api.as.owner,
			body: { memberUserIds: [member.id] },
		});
		expect(await reach()).toEqual(whole);
		await stage.api.ask(one, { method: "DELETE", headers: stage.api.as.owner });
		expect(await reach()).toEqual(whole);
		expect((await restrict({ hasRestrictedSiteAccess: true, siteIds: [] })).status).toBe(200);
		expect(await reach()).toEqual([[], []]);
		await restrict({ hasRestrictedSiteAccess: true, siteIds: [stage.api.site.siteId] });
		expect(await reach()).toEqual([[], [stage.api.site.siteId]]);
		await restrict({ hasRestrictedSiteAccess: false });
		expect(await reach()).toEqual(whole);
	});
});
