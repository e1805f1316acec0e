import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { silentLogger } from "@footfall/shared/logger";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { auditExportRoute } from "../organizations/audit-export.ts";
import { recordChange, recordPendingChange } from "./record-change.ts";

const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

interface Received {
	id: string;
	body: { type: string; data: { details: { id: string; action: string; details: object } } };
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** A receiver of webhooks that checks their signatures, and answers with the next of these statuses, then with 204. */
const startReceiver = async (...statuses: number[]) => {
	const received: Received[] = [];
	const server = http.createServer(async (request, response) => {
		let text = "";
		for await (const chunk of request) text += String(chunk);
		const headers = request.headers as Record<string, string>;
		const body = new Webhook(SIGNING_SECRET).verify(text, headers) as Received["body"];
		received.push({ id: headers["webhook-id"] ?? "", body });
		response.writeHead(statuses.shift() ?? 204).end();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/audit` };
};

onEachDatabase(
	"the audit log outside",
	(stage) => {
		const ask = (
			path: string,
			headers: Record<string, string>,
			rest: { method?: string; body?: unknown } = {},
		) => stage.api.ask(`${stage.api.organization}${path}`, { headers, ...rest });
		const rename = (name: string) =>
			stage.api.ask(`/api/sites/${stage.api.site.siteId}/config`, {
				method: "PUT",
				headers: stage.api.as.owner,
				body: { name },
			});
		const addWebhook = async (url: string): Promise<number> => {
			const target = { kind: "webhook", url, signingSecret: SIGNING_SECRET };
			const { body } = await ask("/channels", stage.api.as.owner, { body: { name: "W", target } });
			return (body as { channelId: number }).channelId;
		};
		const choose = (channelId: number | null, headers = stage.api.as.owner) =>
			ask("/audit-log/channel", headers, { method: "PUT", body: { channelId } });

		describe("as a file", () => {
			const exported = (query: string, headers: Record<string, string> = stage.api.as.owner) =>
				ask(`/audit-log/export${query}`, headers);

			it("has all entries, oldest first, as lines of JSON and as CSV", async () => {
				await rename("First");
				await rename("Second");
				const log = await ask("/audit-log", stage.api.as.owner);
				const { data } = log.body as {
					data: { id: string; user: { id: string; email: string } }[];
				};
				const lines = await exported("?format=jsonl");
				expect(lines.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
				const text = typeof lines.body === "string" ? lines.body : JSON.stringify(lines.body);
				const entries = text
					.trimEnd()
					.split("\n")
					.map((line) => JSON.parse(line) as { id: string });
				const rows = data.map(({ user, ...entry }) => ({
					...entry,
					userId: user.id,
					userEmail: user.email,
				}));
				expect(entries).toEqual(rows.reverse());
				const csv = String((await exported("")).body)
					.trimEnd()
					.split("\r\n");
				expect(csv[0]).toBe("id,at,action,userId,userEmail,via,target,details");
				expect(csv).toHaveLength(data.length + 1);
				expect(csv.at(-1)).toContain(`,site.configure,`);
			});

			it("can be limited to a period, which must not be empty or wrong", async () => {
				const of = async (query: string) =>
					String((await exported(query)).body).split("\r\n").length;
				expect(await of("?to=2020-01-01")).toBe(2);
				expect(await of("?from=2020-01-01T00:00:00Z")).toBeGreaterThan(2);
				expect(await of("?from=2999-01-01")).toBe(2);
				for (const wrong of ["?from=yesterday", "?from=2026-02-02&to=2026-02-01", "?format=xml"])
					expect((await exported(wrong)).status).toBe(400);
			});

			it("is for those who may read the log", async () => {
				for (const headers of [stage.api.as.admin, stage.api.as.member, stage.api.as.stranger])
					expect((await exported("", headers)).status).toBe(403);
			});

			it("is read in pages, however long it is", async () => {
				const { database, close } = await openDatabase(await stage.create(), () => {});
				const first = await bootstrap(database, { email: "a@example.com", password: "12345678" });
				await sql`INSERT INTO "audit_entry" ("organizationId", "via", "action", "details")
					SELECT ${first?.organizationId}, 'operator', 'site.configure', '{}'
					FROM generate_series(1, 2500)`.execute(database);
				const answer = (await auditExportRoute(database).handle({
					organizationId: first?.organizationId,
					query: { format: "jsonl" },
					signal: new AbortController().signal,
				} as never)) as { pieces: AsyncIterable<string> };
				const counts: number[] = [];
				for await (const piece of answer.pieces) counts.push(piece.split("\n").length - 1);
				expect(counts).toEqual([1000, 1000, 500]);
				await close();
			});
		});

		describe("at a webhook", () => {
			it("arrives entry by entry, signed and in order, and again under the same id after a failure", async () => {
				const { received, url } = await startReceiver(204, 500);
				await choose(await addWebhook(url));
				await rename("Third");
				await rename("Fourth");
				await stage.api.deliveries.now();
				const actions = received.map(({ body }) => body.data.details.action);
				expect(actions).toEqual(["organization.audit-channel", "site.configure", "site.configure"]);
				expect(new Set(received.map(({ id }) => id)).size).toBe(3);
				expect(received[0]?.body).toMatchObject({ type: "audit.entry" });
				const waiting = await ask("/deliveries?status=waiting", stage.api.as.owner);
				const { data } = waiting.body as { data: { deliveryId: number; title: string }[] };
				expect(data).toMatchObject([{ title: "Audit log entry", lastAnswer: "500" }]);
				await choose(null);
				await ask(`/deliveries/${data[0]?.deliveryId}/send-again`, stage.api.as.owner, {
					body: {},
				});
				await stage.api.deliveries.now();
				expect(received[3]?.id).toBe(received[1]?.id);
				expect(received).toHaveLength(4);
			});

			it("is another kind of channel to nobody, nor one of another organization", async () => {
				const target = { kind: "slack", url: "https://hooks.example.com/a/b" };
				const { body } = await ask("/channels", stage.api.as.owner, {
					body: { name: "S", target },
				});
				expect((await choose((body as { channelId: number }).channelId)).status).toBe(400);
				expect((await choose(999)).status).toBe(404);
				expect((await choose(null, stage.api.as.admin)).status).toBe(403);
			});

			it("cannot be redirected or ended by administrators, who may not read the log", async () => {
				const { url } = await startReceiver();
				const channelId = await addWebhook(url);
				await choose(channelId);
				const { admin, owner } = stage.api.as;
				const target = { kind: "webhook", url: "https://evil.example/x" };
				for (const change of [
					{ method: "PUT", body: { target } },
					{ method: "PUT", body: { isOn: false } },
					{ method: "DELETE" },
				])
					expect((await ask(`/channels/${channelId}`, admin, change)).status).toBe(403);
				const { headers } = await stage.api.keyWith({ channels: ["write"] }, "personal");
				const change = { method: "DELETE" };
				expect((await ask(`/channels/${channelId}`, headers, change)).status).toBe(403);
				expect((await ask(`/channels/${channelId}`, owner, change)).status).toBe(200);
				expect((await ask("/audit-log/channel", owner)).body).toEqual({ channelId: null });
			});
		});

		describe("at a webhook that got it before", () => {
			const FAILURES = Array.from({ length: 20 }, () => 500);
			/** A webhook that got entries, one of which failed; the log is then sent elsewhere. */
			const setUp = async (next: "nowhere" | "elsewhere") => {
				const { received, url } = await startReceiver(204, ...FAILURES);
				const channelId = await addWebhook(url);
				// An entry of its own, which is not to be sent.
				const other = await addWebhook("http://127.0.0.1:9/other");
				await choose(channelId);
				await rename("Fifth");
				await stage.api.deliveries.now();
				await choose(next === "nowhere" ? null : other);
				const of = async (query = "") => {
					const path = `/deliveries?channel=${channelId}${query}`;
					const { body } = await ask(path, stage.api.as.owner);
					return (body as { data: { deliveryId: number; status: string }[] }).data;
				};
				const sendAgain = async (deliveryId: number, headers: Record<string, string>) =>
					(await ask(`/deliveries/${deliveryId}/send-again`, headers, { body: {} })).status;
				return { channelId, received, of, sendAgain };
			};

			it.each(["nowhere", "elsewhere"] as const)(
				"waits for nothing more once it goes %s",
				async (next) => {
					const { received, of } = await setUp(next);
					expect(await of()).toMatchObject([
						{ status: "dropped", lastAnswer: "The audit log is no longer sent to this channel" },
						{ status: "sent" },
					]);
					const before = received.length;
					await stage.api.deliveries.now();
					expect(received).toHaveLength(before);
				},
			);

			it("keeps what waits if the same channel is chosen again", async () => {
				const { url } = await startReceiver(...FAILURES);
				const channelId = await addWebhook(url);
				await choose(channelId);
				await stage.api.deliveries.now();
				await choose(channelId);
				const waiting = await ask(
					`/deliveries?channel=${channelId}&status=waiting`,
					stage.api.as.owner,
				);
				expect(waiting.body).toMatchObject({ totalCount: 2 });
			});

			it("is sent again by owners, not by administrators or keys with scopes", async () => {
				const { received, of, sendAgain } = await setUp("nowhere");
				const scoped = await stage.api.keyWith({ channels: ["write"] }, "personal");
				for (const { deliveryId } of await of())
					for (const headers of [stage.api.as.admin, scoped.headers])
						expect(await sendAgain(deliveryId, headers)).toBe(403);
				const before = received.length;
				await stage.api.deliveries.now();
				expect(received).toHaveLength(before);
				for (const { deliveryId } of await of())
					expect(await sendAgain(deliveryId, stage.api.as.owner)).toBe(200);
				await stage.api.deliveries.now();
				expect(received.length).toBeGreaterThanOrEqual(before + 2);
			});

			it("leads elsewhere by an owner alone; administrators name, switch and remove it", async () => {
				const { channelId } = await setUp("nowhere");
				const { admin, owner } = stage.api.as;
				const target = { kind: "webhook", url: "https://receiver.example.com/x" };
				const change = async (headers: Record<string, string>, body: object) =>
					(await ask(`/channels/${channelId}`, headers, { method: "PUT", body })).status;
				const scoped = await stage.api.keyWith({ channels: ["write"] }, "personal");
				expect(await change(admin, { target })).toBe(403);
				expect(await change(scoped.headers, { target })).toBe(403);
				expect(await change(admin, { name: "Old", isOn: false })).toBe(200);
				expect(await change(owner, { target })).toBe(200);
				expect((await ask(`/channels/${channelId}`, admin, { method: "DELETE" })).status).toBe(200);
			});
		});

		describe("in the outbox", () => {
			const setUp = async () => {
				const { database, close } = await openDatabase(await stage.create(), () => {});
				closing.push(close);
				const first = await bootstrap(database, { email: "a@example.com", password: "12345678" });
				const organizationId = first?.organizationId ?? "";
				const { channelId } = await database
					.insertInto("channel")
					.values({
						...{ organizationId, name: "W", kind: "webhook", sealedSecret: "" },
						target: JSON.stringify({ kind: "webhook", url: "" }),
					})
					.returning("channelId")
					.executeTakeFirstOrThrow();
				await database.updateTable("organization").set({ auditChannelId: channelId }).execute();
				const change = {
					...{ action: "site.configure", caller: undefined, target: "/api/sites/1" },
					...{ organizationIds: [organizationId], body: { name: "x" } },
				};
				const keys = async () =>
					(await database.selectFrom("delivery").select("key").orderBy("key").execute()).map(
						({ key }) => key.replace(/\d+/, "N"),
					);
				return { database, change, keys };
			};

			it("lies with the entry: both are stored or neither", async () => {
				const { database, change, keys } = await setUp();
				const killed = database.transaction().execute(async (transaction) => {
					await recordChange(transaction, change);
					throw new Error("killed");
				});
				await expect(killed).rejects.toThrow("killed");
				expect(await keys()).toEqual([]);
				await recordChange(database, change);
				expect(await keys()).toEqual(["audit:N"]);
			});

			it("lies an entry of a change elsewhere twice: when it begins, and when it is completed", async () => {
				const { database, change, keys } = await setUp();
				const complete = await recordPendingChange(database, change);
				expect(await keys()).toEqual(["audit:N"]);
				await complete();
				expect(await keys()).toEqual(["audit:N", "audit:N:completed"]);
			});
		});
	},
	{
		logger: silentLogger,
		destinations: {
			check: async () => "",
			columns: ["event_id"],
			policy: { folder: "/exports", privateNetworks: true },
		},
	},
);
