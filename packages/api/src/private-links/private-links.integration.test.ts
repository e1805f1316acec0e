import { AREAS } from "@footfall/shared/areas";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { startPopulatedApi, startTestApi } from "@footfall/testing/api/test-api";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "../database/open.ts";

interface Made {
	linkId: number;
	privateLinkKey: string;
	[field: string]: unknown;
}
const DAY_MS = 86_400_000;
const PASSWORD = "correct horse";

onEachDatabase("several private links", (stage) => {
	let site = "";
	let domains = 0;
	beforeEach(async () => {
		domains += 1;
		const { body } = await stage.api.ask(`${stage.api.organization}/sites`, {
			headers: stage.api.as.owner,
			body: { name: "Shared", domain: `shared-${domains}.example` },
		});
		site = `/api/sites/${(body as { siteId: number }).siteId}`;
	});
	afterEach(() => void vi.useRealTimers());

	const ask = (path: string, options: object = {}) =>
		stage.api.ask(site + path, { headers: stage.api.as.owner, ...options });
	const make = async (fields: object = {}): Promise<Made> => {
		const { status, body } = await ask("/private-links", { body: { name: "A link", ...fields } });
		expect(status).toBe(201);
		return body as Made;
	};
	const change = (linkId: number, body: object) =>
		ask(`/private-links/${linkId}`, { method: "PUT", body });
	const links = async () => ((await ask("/private-links")).body as { data: Made[] }).data;
	/** The status and the code with which the site answers whoever presents this as the key. */
	const reading = async (privateKey: string, path = "") => {
		const { status, body } = await ask(path, { headers: { "x-private-key": privateKey } });
		const { code } = body as { code?: string };
		return code === undefined ? status : `${status} ${code}`;
	};
	const give = (privateKey: string, password: unknown, address?: string) =>
		ask("/private-link-password", {
			headers: {
				"x-private-key": privateKey,
				...(address !== undefined && { "x-forwarded-for": address }),
			},
			body: { password },
		});
	const opened = async (privateKey: string, password = PASSWORD) =>
		((await give(privateKey, password)).body as { data: { privateKey: string } }).data.privateKey;

	const ENDED = "401 PRIVATE_LINK_ENDED";
	const LOCKED = "401 PRIVATE_LINK_PASSWORD_REQUIRED";

	it("are listed with all that is known of them, and their keys are shown only once", async () => {
		const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
		const fields = { name: "For the agency", areas: ["pages", "overview", "pages"], expiresAt };
		const { privateLinkKey, ...made } = await make({ ...fields, password: PASSWORD });
		expect(privateLinkKey).toMatch(/^[0-9a-f]{32}$/);
		expect(made).toEqual({
			...{ linkId: expect.any(Number), name: "For the agency", areas: ["overview", "pages"] },
			...{ expiresAt, asksPassword: true, isMain: false, lastUsedAt: null },
			...{ createdAt: expect.any(String), createdBy: expect.any(String) },
		});
		const plain = await make();
		expect(plain).toMatchObject({ areas: null, expiresAt: null, asksPassword: false });
		const listed = await ask("/private-links");
		const { privateLinkKey: _, ...second } = plain;
		expect(listed.body).toEqual({ data: [made, second] });
		expect(JSON.stringify(listed.body)).not.toContain(privateLinkKey);
	});

	it("each show their own areas, whatever the others show", async () => {
		const pages = await make({ areas: ["pages"] });
		const users = await make({ areas: ["users"] });
		const all = await make();
		const shown = async ({ privateLinkKey }: Made) => {
			const headers = { "x-private-key": privateLinkKey };
			const { body } = await ask("/viewer", { headers });
			return (body as { data: { areas: string[] } }).data.areas;
		};
		expect([await shown(pages), await shown(users), await shown(all)]).toEqual([
			["pages"],
			["users"],
			AREAS,
		]);
		expect(await reading(pages.privateLinkKey, "/users")).toBe("403 FORBIDDEN");
		expect(await reading(users.privateLinkKey, "/page-titles")).toBe("403 FORBIDDEN");
		await change(pages.linkId, { areas: ["sources"] });
		expect([await shown(pages), await shown(users)]).toEqual([["sources"], ["users"]]);
	});

	it("end one by one when they are revoked", async () => {
		const [one, other] = [await make(), await make()];
		const revoked = await ask(`/private-links/${one.linkId}`, { method: "DELETE" });
		expect([revoked.status, revoked.body]).toEqual([200, { success: true }]);
		expect(await reading(one.privateLinkKey)).toBe(ENDED);
		expect(await reading(other.privateLinkKey)).toBe(200);
		expect((await links()).map(({ linkId }) => linkId)).toEqual([other.linkId]);
		const again = await ask(`/private-links/${one.linkId}`, { method: "DELETE" });
		expect(again.status).toBe(404);
	});

	it("end at their expiry, with the same answer as a key that never was, and can be extended", async () => {
		const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
		const [one, other] = [await make({ expiresAt }), await make()];
		expect(await reading(one.privateLinkKey)).toBe(200);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS + 1000 });
		const refused = async (key: string) => {
			const { status, body } = await ask("/overview", { headers: { "x-private-key": key } });
			const { request_id: _, requestId: __, ...rest } = body as Record<string, unknown>;
			return [status, rest];
		};
		expect(await reading(one.privateLinkKey)).toBe(ENDED);
		expect(await refused(one.privateLinkKey)).toEqual(await refused("0".repeat(32)));
		expect(await reading(other.privateLinkKey)).toBe(200);
		const late = new Date(Date.now() + DAY_MS).toISOString();
		expect((await change(one.linkId, { expiresAt: late })).body).toMatchObject({ expiresAt: late });
		expect(await reading(one.privateLinkKey)).toBe(200);
	});

	it("do not open other sites, nor change anything", async () => {
		const { privateLinkKey } = await make();
		const headers = { "x-private-key": privateLinkKey };
		const other = await stage.api.ask(`/api/sites/${stage.api.site.siteId}`, { headers });
		expect(other.status).toBe(401);
		for (const [method, path] of [
			["PUT", "/config"],
			["POST", "/private-links"],
			["GET", "/private-links"],
		])
			expect(
				(await ask(path ?? "", { method, headers, ...(method !== "GET" && { body: {} }) })).status,
			).toBe(401);
	});

	it("ask for their password before they show anything", async () => {
		const { privateLinkKey: key } = await make({ password: PASSWORD, areas: ["pages"] });
		for (const path of ["", "/viewer", "/page-titles", "/users", "/live", "/boards"])
			expect(await reading(key, path)).toBe(LOCKED);
		const byQuery = await ask(`/export/metric?parameter=pathname&private_key=${key}`, {
			headers: {},
		});
		expect(byQuery.status).toBe(401);
		const wrong = await give(key, "wrong horse");
		expect([wrong.status, wrong.body]).toEqual([
			401,
			expect.objectContaining({ code: "PRIVATE_LINK_PASSWORD_WRONG" }),
		]);
		const privateKey = await opened(key);
		expect(await reading(privateKey)).toBe(200);
		expect(await reading(privateKey, "/users")).toBe("403 FORBIDDEN");
		const query = await ask(`?private_key=${encodeURIComponent(privateKey)}`, { headers: {} });
		expect(query.status).toBe(200);
	});

	it("accept a given password only for their own link, and as it was given", async () => {
		const [one, other] = [await make({ password: PASSWORD }), await make({ password: PASSWORD })];
		const privateKey = await opened(one.privateLinkKey);
		const [, ...pass] = privateKey.split(".");
		expect(await reading([other.privateLinkKey, ...pass].join("."))).toBe(LOCKED);
		const [end = "", signature = ""] = pass;
		const longer = (Number.parseInt(end, 36) + DAY_MS).toString(36);
		for (const forged of [`${longer}.${signature}`, end, `${end}.`, `.${signature}`, "x.y.z", ""])
			expect(await reading(`${one.privateLinkKey}.${forged}`)).toBe(LOCKED);
		expect(await reading(privateKey)).toBe(200);
	});

	it.each([
		["their password changes", { password: "another horse" }, "another horse"],
		["another setting of them changes", { name: "Renamed" }, PASSWORD],
	])("ask for the password again after %s", async (_, changed, password) => {
		const { linkId, privateLinkKey } = await make({ password: PASSWORD });
		const privateKey = await opened(privateLinkKey);
		// The database keeps milliseconds.
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 });
		await change(linkId, changed);
		expect(await reading(privateKey)).toBe(LOCKED);
		expect(await reading(await opened(privateLinkKey, password))).toBe(200);
	});

	it("ask for the password again after a day, and not at all once it is removed", async () => {
		const { linkId, privateLinkKey } = await make({ password: PASSWORD });
		const privateKey = await opened(privateLinkKey);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS - 60_000 });
		expect(await reading(privateKey)).toBe(200);
		vi.setSystemTime(Date.now() + 61_000);
		expect(await reading(privateKey)).toBe(LOCKED);
		await change(linkId, { password: null });
		expect(await reading(privateLinkKey)).toBe(200);
		const needless = await give(privateLinkKey, "anything");
		expect(needless.body).toEqual({ data: { privateKey: privateLinkKey, expiresAt: null } });
	});

	it("end for those who gave the password too, when they are revoked or expire", async () => {
		const expiresAt = new Date(Date.now() + DAY_MS / 2).toISOString();
		const [one, other] = [
			await make({ password: PASSWORD }),
			await make({ password: PASSWORD, expiresAt }),
		];
		const keys = [await opened(one.privateLinkKey), await opened(other.privateLinkKey)] as const;
		const { body } = await give(other.privateLinkKey, PASSWORD);
		expect(body).toMatchObject({ data: { expiresAt } });
		await ask(`/private-links/${one.linkId}`, { method: "DELETE" });
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS / 2 + 1000 });
		expect([await reading(keys[0]), await reading(keys[1])]).toEqual([ENDED, ENDED]);
		expect((await give(one.privateLinkKey, PASSWORD)).body).toMatchObject({
			code: "PRIVATE_LINK_ENDED",
		});
	});

	it("slow down an address that guesses a password, and nobody else", async () => {
		const [one, other] = [await make({ password: PASSWORD }), await make({ password: PASSWORD })];
		const address = `192.0.2.${domains}`;
		// However long a hash takes.
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		for (let guess = 0; guess < 5; guess += 1)
			expect((await give(one.privateLinkKey, `guess ${guess}`, address)).status).toBe(401);
		const limited = await give(one.privateLinkKey, PASSWORD, address);
		expect([limited.status, limited.body]).toEqual([
			429,
			expect.objectContaining({ error: "Too many wrong passwords from this address" }),
		]);
		expect(limited.headers.get("retry-after")).toBe("1");
		expect((await give(one.privateLinkKey, PASSWORD)).status).toBe(200);
		expect((await give(other.privateLinkKey, PASSWORD, address)).status).toBe(200);
		vi.setSystemTime(Date.now() + 2000);
		expect((await give(one.privateLinkKey, PASSWORD, address)).status).toBe(200);
	});

	it("say when they were last used, to the minute, and not that a password was asked for", async () => {
		const { privateLinkKey } = await make();
		const { privateLinkKey: locked } = await make({ password: PASSWORD });
		const lastUses = async () => (await links()).map(({ lastUsedAt }) => lastUsedAt);
		await reading(locked);
		expect(await lastUses()).toEqual([null, null]);
		const now = Date.now();
		vi.useFakeTimers({ toFake: ["Date"], now });
		await reading(privateLinkKey);
		const first = new Date(now).toISOString();
		await expect.poll(lastUses).toEqual([first, null]);
		vi.setSystemTime(now + 59_000);
		await reading(privateLinkKey);
		expect(await lastUses()).toEqual([first, null]);
		vi.setSystemTime(now + 60_000);
		await reading(privateLinkKey);
		const second = new Date(now + 60_000).toISOString();
		await expect.poll(lastUses).toEqual([second, null]);
	});

	it.each([
		[{ name: " " }, /name|empty/],
		[{ name: "x".repeat(101) }, /100/],
		[{ areas: [] }, /at least one area/],
		[{ areas: ["replays"] }, /areas/],
		[{ expiresAt: "tomorrow" }, /2026-12-24T18:00:00Z/],
		[{ expiresAt: "2020-01-01T00:00:00Z" }, /in the future/],
		[{ password: "short" }, /at least 8/],
		[{ key: "0123456789ab" }, /key/],
	])("refuse %j with what to change", async (fields, message) => {
		const { linkId } = await make();
		for (const { status, body } of [
			await ask("/private-links", { body: { name: "A link", ...fields } }),
			await change(linkId, fields),
		])
			expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(message)]);
		expect((await change(linkId, {})).status).toBe(400);
	});

	it("are at most a hundred, also for concurrent requests", async () => {
		for (let made = 0; made < 98; made += 7)
			await Promise.all(Array.from({ length: 7 }, () => make()));
		const answers = await Promise.all(
			Array.from({ length: 5 }, () => ask("/private-links", { body: { name: "More" } })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
		expect(await links()).toHaveLength(100);
	});

	it("stay beside the main link, whose key can be read and replaced as ever", async () => {
		const config = (action: string) =>
			ask("/private-link-config", { body: { action: `${action}_private_link_key` } });
		const keyIn = ({ body }: { body: unknown }) =>
			(body as { data: { privateLinkKey: string } }).data.privateLinkKey;
		const { privateLinkKey } = await make();
		await ask("/private-link-config/areas", { method: "PUT", body: { areas: ["pages"] } });
		const first = keyIn(await config("generate"));
		expect(keyIn(await ask("/private-link-config"))).toBe(first);
		const main = (await links()).find(({ isMain }) => isMain);
		expect(main).toMatchObject({ name: "Private link", areas: ["pages"] });
		await change(main?.linkId ?? 0, { name: "For all", password: PASSWORD, areas: ["users"] });
		expect((await ask("/private-link-config/areas")).body).toMatchObject({
			data: { areas: ["users"] },
		});
		const second = keyIn(await config("generate"));
		expect(await reading(first)).toBe(ENDED);
		expect(await reading(second)).toBe(LOCKED);
		expect((await links()).find(({ isMain }) => isMain)).toMatchObject({
			...{ name: "For all", areas: ["users"], asksPassword: true },
		});
		await config("revoke");
		expect(await reading(second)).toBe(ENDED);
		expect(await reading(privateLinkKey)).toBe(200);
		expect(keyIn(await ask("/private-link-config"))).toBeNull();
		expect(await reading(keyIn(await config("generate")), "/users")).toBe(200);
	});

	it("are in the audit log by their names, without their keys and passwords", async () => {
		const { linkId, privateLinkKey } = await make({ name: "Board", password: PASSWORD });
		await change(linkId, { name: "Board room" });
		await ask(`/private-links/${linkId}`, { method: "DELETE" });
		const { body } = await stage.api.ask(
			`${stage.api.organization}/audit-log?action=private-link`,
			{ headers: stage.api.as.owner },
		);
		const { data } = body as { data: { action: string; details: { name: string } }[] };
		expect(data.slice(0, 3).map(({ action, details }) => [action, details.name])).toEqual([
			["private-link.delete", "Board room"],
			["private-link.update", "Board room"],
			["private-link.create", "Board"],
		]);
		expect(JSON.stringify(body)).not.toContain(PASSWORD);
		expect(JSON.stringify(body)).not.toContain(privateLinkKey);
	});

	it("all end when the site moves to another organization", async () => {
		const made = [await make(), await make({ name: "Another" })];
		const elsewhere = await stage.api.ask("/api/auth/organization/create", {
			headers: stage.api.as.owner,
			body: { name: "Elsewhere", slug: `elsewhere-${domains}` },
		});
		const { id: organizationId } = elsewhere.body as { id: string };
		const moved = await ask("/move", { body: { organizationId } });
		expect([moved.status, moved.body]).toEqual([
			200,
			expect.objectContaining({ data: expect.objectContaining({ privateLinks: 2 }) }),
		]);
		for (const { privateLinkKey } of made) expect(await reading(privateLinkKey)).toBe(ENDED);
		expect(await links()).toEqual([]);
	});

	it("of an earlier version keep working after the upgrade, and their keys are no longer readable in the database", async () => {
		const location = await stage.create();
		const first = await startPopulatedApi(location);
		const { siteId } = first.site;
		await first.close();
		const key = "0123456789ab";
		const earlier = await openDatabase(location, () => {});
		await earlier.database
			.updateTable("site")
			.set({ privateLinkKey: key, privateLinkAreas: JSON.stringify(["pages"]) })
			.where("siteId", "=", siteId)
			.execute();
		await earlier.close();

		const api = await startTestApi(location);
		const headers = { "x-private-key": key };
		const viewer = await api.ask(`/api/sites/${siteId}/viewer`, { headers });
		expect(viewer.body).toMatchObject({ data: { via: "link", areas: ["pages"] } });
		const owner = { headers: await api.signIn() };
		const config = await api.ask(`/api/sites/${siteId}/private-link-config`, owner);
		expect(config.body).toEqual({ success: true, data: { privateLinkKey: key } });
		await api.close();

		const later = await openDatabase(location, () => {});
		const { rows } = await sql<{ text: string }>`
			SELECT coalesce(string_agg(row_to_json("private_link")::text, ''), '')
				|| (SELECT string_agg(row_to_json("site")::text, '') FROM "site") AS "text"
			FROM "private_link"`.execute(later.database);
		await later.close();
		expect(rows[0]?.text).toContain("keyHash");
		expect(rows[0]?.text).not.toContain(key);
	});
});
