import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Notice } from "@footfall/notices";
import { describeOnPostgres } from "@footfall/testing/api/databases";
import {
	type Answered,
	bearer,
	INTERNAL_TOKEN,
	startTestApi,
	type TestApi,
} from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type DatabaseLocation, openAsIs } from "./database/open.ts";
import { enqueue } from "./deliveries/enqueue.ts";

/** An embedded database belongs to one process; a server's is shared. */
describeOnPostgres("two servers on one PostgreSQL", (open) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let location: DatabaseLocation;
	let one: TestApi;
	let other: TestApi;
	const options = {
		destinations: {
			...{ check: async () => "", columns: [] },
			policy: { privateNetworks: true },
		},
	};
	beforeAll(async () => {
		engine = await open();
		location = await engine.create();
		[one, other] = await Promise.all([
			startTestApi(location, options),
			startTestApi(location, options),
		]);
	});
	afterAll(async () => {
		await one?.close();
		await other?.close();
		await engine?.close();
	});

	const firstStart = () => {
		const made = one.firstStart ?? other.firstStart;
		if (!made) throw new Error("Nobody made the first start");
		return made;
	};
	const organization = () => `/api/organizations/${firstStart().organizationId}`;
	const statusAt = async (api: TestApi, path: string, headers: Record<string, string>) =>
		(await api.ask(path, { headers })).status;
	const made = <Body>({ status, body }: Answered): Body => {
		expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), body]);
		return body as Body;
	};
	const versionAt = (api: TestApi) =>
		api
			.ask("/internal/configuration", { headers: bearer(INTERNAL_TOKEN) })
			.then(({ body }) => (body as { version: string }).version);

	it("do a single first start when they start together", async () => {
		expect([one.firstStart, other.firstStart].filter(Boolean)).toHaveLength(1);
		const { body } = await one.ask("/api/organizations", { headers: bearer(firstStart().apiKey) });
		expect(body).toEqual([expect.objectContaining({ members: [expect.anything()] })]);
	});

	it("see each other's change of a site at once, and publish it to gateways", async () => {
		const headers = await one.signIn();
		const site = `/api/sites/${firstStart().site.siteId}`;
		expect((await other.ask(site, { headers })).body).toMatchObject({ trackCopy: false });
		const before = await versionAt(other);
		await one.ask(`${site}/config`, { method: "PUT", headers, body: { trackCopy: true } });
		expect((await other.ask(site, { headers })).body).toMatchObject({ trackCopy: true });
		expect(await versionAt(other)).not.toBe(before);
		expect(await versionAt(other)).toBe(await versionAt(one));
	});

	it("reject rights that the other revoked, from the next request on", async () => {
		const owner = await one.signIn();
		const path = `/api/sites/${firstStart().site.siteId}`;
		const newKey = async () => {
			const answer = await one.ask("/api/user/api-keys", { headers: owner, body: { name: "k" } });
			return made<{ id: string; key: string }>(answer);
		};
		const disabled = await newKey();
		const deleted = await newKey();
		for (const { key } of [disabled, deleted])
			expect(await statusAt(other, path, bearer(key))).toBe(200);
		await one.ask("/api/auth/api-key/update", {
			headers: owner,
			body: { keyId: disabled.id, enabled: false },
		});
		await one.ask("/api/auth/api-key/delete", { headers: owner, body: { keyId: deleted.id } });
		for (const { key } of [disabled, deleted])
			expect(await statusAt(other, path, bearer(key))).toBe(401);

		const member = await one.signUp("member");
		await one.ask(`${organization()}/members`, {
			headers: owner,
			body: { email: member.email, role: "member" },
		});
		expect(await statusAt(other, path, member.cookie)).toBe(200);
		await one.ask("/api/auth/organization/remove-member", {
			headers: owner,
			body: { memberIdOrEmail: member.email, organizationId: firstStart().organizationId },
		});
		expect(await statusAt(other, path, member.cookie)).toBe(403);

		expect(await statusAt(other, "/api/organizations", member.cookie)).toBe(200);
		await one.ask("/api/auth/sign-out", { headers: member.cookie, body: {} });
		expect(await statusAt(other, "/api/organizations", member.cookie)).toBe(401);
	});

	/** Sends the same request to both twice at once, so that some overlap. */
	const atOnce = async (ask: (api: TestApi) => Promise<Answered>) => {
		const answers = await Promise.all([one, other, one, other].map(ask));
		return answers.map(({ status }) => status).sort();
	};

	it("accept one of several conflicting changes and reject the others", async () => {
		const headers = await one.signIn();
		const email = "twice@example.com";
		const password = "correct horse";
		expect({
			organizations: await atOnce((api) =>
				api.ask("/api/auth/organization/create", { headers, body: { name: "T", slug: "twice" } }),
			),
			sites: await atOnce((api) =>
				api.ask(`${organization()}/sites`, {
					headers,
					body: { name: "T", domain: "twice.example.com" },
				}),
			),
			users: await atOnce((api) =>
				api.ask(`${organization()}/users`, { headers, body: { email, password, role: "member" } }),
			),
			signUps: await atOnce((api) =>
				api.ask("/api/auth/sign-up/email", {
					body: { email: "new@example.com", password, name: "New" },
				}),
			),
			confirmed: await one.confirmEmail("new@example.com").then(({ status }) => status),
			members: await atOnce((api) =>
				api.ask(`${organization()}/members`, {
					headers,
					body: { email: "new@example.com", role: "member" },
				}),
			),
		}).toEqual({
			organizations: [200, 400, 400, 400],
			sites: [200, 409, 409, 409],
			users: [201, 400, 400, 400],
			signUps: [200, 422, 422, 422],
			confirmed: 200,
			members: [201, 400, 400, 400],
		});
	});

	it("create one member when an invitation is accepted twice at once", async () => {
		const headers = await one.signIn();
		const { email, cookie } = await one.signUp("invited");
		const invitation = await one.ask("/api/auth/organization/invite-member", {
			headers,
			body: { email, role: "admin", organizationId: firstStart().organizationId },
		});
		const { id } = made<{ id: string }>(invitation);
		const accept = (api: TestApi) =>
			api.ask("/api/auth/organization/accept-invitation", {
				headers: cookie,
				body: { invitationId: id },
			});
		expect(await atOnce(accept)).toEqual([200, 400, 400, 400]);
		const members = await other.ask(`${organization()}/members`, { headers });
		const { data } = members.body as { data: { role: string; user: { email: string } }[] };
		expect(data.filter(({ user }) => user.email === email)).toEqual([
			expect.objectContaining({ role: "admin" }),
		]);
		const { organizationId } = firstStart();
		expect((await one.ask("/api/organizations", { headers: cookie })).body).toEqual([
			expect.objectContaining({ id: organizationId }),
		]);
	});

	it("keep changes of different fields that come at once, and delete a site once", async () => {
		const headers = await one.signIn();
		const created = await one.ask(`${organization()}/sites`, {
			headers,
			body: { name: "T", domain: "fields.example.com" },
		});
		const { siteId } = made<{ siteId: number }>(created);
		const path = `/api/sites/${siteId}`;
		const fields = ["trackCopy", "trackErrors", "webVitals", "public"];
		await Promise.all(
			fields.map((field, index) =>
				(index % 2 === 0 ? one : other).ask(`${path}/config`, {
					method: "PUT",
					headers,
					body: { [field]: true },
				}),
			),
		);
		expect((await other.ask(path, { headers })).body).toMatchObject(
			Object.fromEntries(fields.map((field) => [field, true])),
		);
		const deleted = await atOnce((api) => api.ask(path, { method: "DELETE", headers }));
		expect(deleted[0]).toBe(200);
		expect(deleted.every((status) => [200, 404].includes(status))).toBe(true);
		expect(await statusAt(other, path, headers)).toBe(404);
	});

	it("send each delivery to its channel once, and go on when one of them stops", async () => {
		const ids: unknown[] = [];
		const server = createServer((request, response) => {
			ids.push(request.headers["webhook-id"]);
			request.resume().on("end", () => response.end());
		}).listen(0, "127.0.0.1");
		await once(server, "listening");
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
		const third = await startTestApi(location, options);
		const headers = await one.signIn();
		const { organizationId } = firstStart();
		const channels: number[] = [];
		for (let number = 0; number < 8; number += 1) {
			const body = { name: `C${number}`, target: { kind: "webhook", url } };
			const added = await one.ask(`${organization()}/channels`, { headers, body });
			channels.push(made<{ channelId: number }>(added).channelId);
		}
		const opened = await openAsIs(location, () => {});
		const notice: Notice = {
			...{ type: "test", language: "en", title: "T", sentences: [], figures: [], data: {} },
		};
		const put = (keys: readonly string[]) =>
			enqueue(
				opened.database,
				keys.flatMap((key) =>
					channels.map((channelId) => ({
						...{ organizationId, channelId, key, payload: { kind: "notice", notice } as const },
					})),
				),
			);
		await put(Array.from({ length: 10 }, (_one, number) => `first ${number}`));
		await vi.waitFor(() => expect(ids).toHaveLength(80), { timeout: 30_000, interval: 20 });
		await put(Array.from({ length: 10 }, (_one, number) => `then ${number}`));
		await third.close();
		await vi.waitFor(() => expect(ids).toHaveLength(160), { timeout: 30_000, interval: 20 });
		expect(new Set(ids).size).toBe(160);
		const { body } = await other.ask(`${organization()}/deliveries?status=sent`, {
			headers: await other.signIn(),
		});
		expect(body).toMatchObject({ totalCount: 160 });
		await opened.close();
		server.closeAllConnections();
		server.close();
	});
});
