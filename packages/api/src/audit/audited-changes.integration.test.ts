import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
import { silentLogger } from "@footfall/shared/logger";
import { testDatabases } from "@footfall/testing/api/databases";
import { serveTestApp } from "@footfall/testing/api/serve-test-app";
import {
	anyAddress,
	cookieOf,
	OWNER,
	SECRET,
	testSourceMaps,
} from "@footfall/testing/api/test-api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFindSite } from "../access/find-site.ts";
import { createMailer, type Mail } from "../accounts/mail.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { enqueue } from "../deliveries/enqueue.ts";
import { startExamples } from "../example/examples.ts";
import { createGoogleImports } from "../imports/google-imports.ts";
import { startImports } from "../imports/imports.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { createLive } from "../live/live.ts";
import { createQuotas } from "../quotas/quotas.ts";
import { routesOf } from "../routes.ts";

/** All tables that a change may touch, and its audit entries. */
const TABLES = [
	"user",
	"account",
	"session",
	"organization",
	"member",
	"member_site",
	"invitation",
	"apikey",
	"site",
	"team",
	"team_member",
	"team_site",
	"annotation",
	"segment",
	"saved_item",
	"saved_item_version",
	"report_mail",
	"report_mail_recipient",
	"private_link",
	"goal",
	"funnel",
	"error_state",
	"alert_rule",
	"alert_event",
	"import",
	"deleted_site",
	"destination",
	"destination_progress",
	"channel",
	"delivery",
	"source_map",
	"audit_entry",
] as const;

interface Asked {
	method?: string;
	body?: unknown;
	cookie?: string;
}

/** Accepts every map. */
const anyMapReader = {
	factsOf: async () => ({ sources: 1, withContent: 1 }),
	framesOf: async () => undefined,
	close: async () => {},
};
const mapForm = (release: string) => {
	const form = new FormData();
	form.set("release", release);
	form.set("map", new Blob(["{}"]), "app.js.map");
	return form;
};

/** An api whose database, event store and mails the tests can observe and break. */
const startStage = async (opened: OpenDatabase) => {
	const { database } = opened;
	const first = await bootstrap(database, OWNER);
	if (!first) throw new Error("The database of a test was not empty");
	const store = { commands: 0, failure: undefined as Error | undefined };
	const command = async () => {
		store.commands += 1;
		if (store.failure) throw store.failure;
	};
	const events = { query: async () => [], insert: async () => {}, command };
	const mails: Mail[] = [];
	const purged: number[] = [];
	const imports = startImports({
		database,
		store: events,
		importedEvents: () => () => {
			throw new Error("This test imports no rows");
		},
		logger: silentLogger,
		isAlone: true,
	});
	const purge = {
		site: async (siteId: number) => {
			purged.push(siteId);
		},
	};
	const app = await serveTestApp({
		database,
		store: events,
		imports,
		routes: routesOf({
			database,
			mailer: createMailer(undefined, silentLogger),
			disableSignup: false,
			quotas: createQuotas(database),
			store: events,
			purge,
			imports,
			google: createGoogleImports({
				imports,
				findSite: createFindSite(database),
				logger: silentLogger,
			}),
			destinations: {
				check: async () => "",
				columns: [],
				policy: { folder: "/exports", privateNetworks: false },
			},
			sourceMaps: { ...testSourceMaps(), reader: anyMapReader },
			examples: startExamples({ database, store: events, purge, logger: silentLogger }),
			live: createLive({
				store: events,
				pseudonymsOf: createPseudonyms(),
				internalToken: "internal",
				logger: silentLogger,
			}),
			secret: SECRET,
		}),
		mailer: {
			...createMailer(undefined, silentLogger),
			send: async (mail) => {
				mails.push(mail);
			},
		},
	});
	const ask = async (path: string, { method, body, cookie = "" }: Asked) => {
		const response = await fetch(app.origin + path, {
			method: method ?? "POST",
			headers: { cookie, "x-forwarded-for": anyAddress() },
			...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		return {
			status: response.status,
			body: (text === "" ? {} : JSON.parse(text)) as Record<string, string | number>,
			...cookieOf(response),
		};
	};
	const close = async () => {
		await app.close();
		await imports.close();
		await opened.close();
	};
	return { ...first, database, ask, store, mails, purged, close };
};

describe.each(testDatabases)("a change and its audit entry on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let stage: Awaited<ReturnType<typeof startStage>>;
	let owner: string;
	beforeAll(async () => {
		engine = await open();
		stage = await startStage(await openDatabase(await engine.create(), () => {}));
		const { database } = stage;
		await sql`CREATE FUNCTION "fail"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			RAISE EXCEPTION 'no space left on device';
		END $$`.execute(database);
		owner = (await stage.ask("/api/auth/sign-in/email", { body: OWNER })).cookie;
	});
	afterAll(async () => {
		await stage?.close();
		await engine?.close();
	});

	const withoutEntries = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		const { database } = stage;
		await sql`CREATE TRIGGER "fail" BEFORE INSERT ON "audit_entry"
			FOR EACH ROW EXECUTE FUNCTION "fail"()`.execute(database);
		try {
			return await work();
		} finally {
			await sql`DROP TRIGGER "fail" ON "audit_entry"`.execute(database);
		}
	};

	const state = async () => {
		const tables: [string, string[]][] = [];
		for (const table of TABLES) {
			// A session's own last use is no change that anybody made.
			const row = table === "session" ? sql`to_jsonb("t") - 'lastSeenAt'` : sql`"t"`;
			const { rows } = await sql<{ row: string }>`
				SELECT (${row})::text AS "row" FROM ${sql.table(table)} AS "t" ORDER BY 1`.execute(
				stage.database,
			);
			tables.push([table, rows.map(({ row }) => row)]);
		}
		return Object.fromEntries(tables);
	};
	const entries = () =>
		stage.database
			.selectFrom("audit_entry")
			.select(["action", "details", "userEmail"])
			.orderBy("id", "desc")
			.execute();

	const made = async (path: string, asked: Asked) => {
		const answer = await stage.ask(path, { cookie: owner, ...asked });
		expect({ path, answer }).toEqual({
			path,
			answer: { ...answer, status: expect.toSatisfy((status: number) => status < 300) },
		});
		return answer.body;
	};

	const site = () => `/api/sites/${stage.site.siteId}`;
	const organization = () => `/api/organizations/${stage.organizationId}`;
	const auth = (path: string) => `/api/auth/${path}`;
	const invitationFor = async (email: string) => {
		const body = { email, role: "member", organizationId: stage.organizationId };
		return (await made(auth("organization/invite-member"), { body }))["id"];
	};
	const signedUp = async (name: string) => {
		const email = `${name}@example.com`;
		const body = { email, name, password: "correct horse" };
		const { cookie } = await stage.ask(auth("sign-up/email"), { body });
		await stage.database
			.updateTable("user")
			.set({ emailVerified: true })
			.where("email", "=", email)
			.execute();
		return { email, cookie };
	};
	const joined = async (name: string) => {
		const { email, cookie } = await signedUp(name);
		await made(`${organization()}/members`, { body: { email, role: "member" } });
		const row = await stage.database
			.selectFrom("member")
			.innerJoin("user", "user.id", "member.userId")
			.where("user.email", "=", email)
			.select("member.id")
			.executeTakeFirstOrThrow();
		return { email, cookie, memberId: row.id };
	};
	const newId = async (path: string, body: object, name: string) =>
		(await made(path, { body }))[name];
	const newKey = () => newId("/api/user/api-keys", { name: "K" }, "id");
	const newTeam = () => newId(`${organization()}/teams`, { name: "T" }, "id");

	const destination = {
		name: "D",
		target: { kind: "folder", path: "events" },
		filter: { hasBots: false },
		start: "now",
	};
	const newDestination = async () =>
		`/api/destinations/${await newId("/api/destinations", destination, "destinationId")}`;
	const channel = { name: "C", target: { kind: "slack", url: "https://hooks.example.com/a/b" } };
	const newChannel = async () =>
		`${organization()}/channels/${await newId(`${organization()}/channels`, channel, "channelId")}`;
	const newDelivery = async () => {
		const [deliveryId] = await enqueue(stage.database, [
			{
				...{ organizationId: stage.organizationId, key: "test", address: "ann@example.com" },
				payload: { kind: "report" },
			},
		]);
		return `${organization()}/deliveries/${deliveryId}`;
	};
	const page = { type: "page", value: "/" };
	const funnel = { name: "F", steps: [page, page] };
	const goal = { goalType: "copy", config: {} };
	const note = { title: "T", date: "2026-11-20" };
	const question = { name: "Q", view: "table", question: { metrics: ["sessions"] } };
	const alert = {
		name: "A",
		rule: { condition: "above", metric: "sessions", threshold: 10 },
	};
	const newAlert = async () =>
		`${site()}/alerts/${await newId(`${site()}/alerts`, alert, "alertId")}`;
	const reportMails = () => `${organization()}/report-mails`;
	let outsiders = 0;
	const reportMail = () => ({
		...{ name: "R", siteId: null, every: "week", timeZone: "UTC" },
		recipients: [{ address: `outside-${++outsiders}@example.com` }],
	});
	const newLink = async () =>
		`${site()}/private-links/${await newId(`${site()}/private-links`, { name: "L" }, "linkId")}`;
	const newReportMail = async () =>
		`${reportMails()}/${await newId(reportMails(), reportMail(), "reportMailId")}`;
	const segment = {
		name: "S",
		filters: [{ parameter: "browser", type: "equals", value: ["Firefox"] }],
	};

	/** Every kind of change that is audited: its preparation, and then the request. */
	const CHANGES: Record<string, () => Promise<[path: string, asked: Asked]>> = {
		"site.create": async () => [
			`${organization()}/sites`,
			{ body: { name: "N", domain: "new.example" } },
		],
		"site.configure": async () => [`${site()}/config`, { method: "PUT", body: { name: "Other" } }],
		"site.private-link": async () => [
			`${site()}/private-link-config`,
			{ body: { action: "generate_private_link_key" } },
		],
		"private-link.create": async () => [`${site()}/private-links`, { body: { name: "L" } }],
		"private-link.update": async () => [await newLink(), { method: "PUT", body: { name: "M" } }],
		"private-link.delete": async () => [await newLink(), { method: "DELETE" }],
		"site.delete": async () => [
			`/api/sites/${await newId(`${organization()}/sites`, { name: "N", domain: "gone.example" }, "siteId")}`,
			{ method: "DELETE" },
		],
		"site.move-out": async () => {
			const elsewhere = { name: "Elsewhere", slug: "elsewhere" };
			const moved = { name: "N", domain: "moved.example" };
			const path = `/api/sites/${await newId(`${organization()}/sites`, moved, "siteId")}/move`;
			return [
				path,
				{ body: { organizationId: await newId(auth("organization/create"), elsewhere, "id") } },
			];
		},
		"goal.create": async () => [`${site()}/goals`, { body: goal }],
		"goal.update": async () => [
			`${site()}/goals/${await newId(`${site()}/goals`, goal, "goalId")}`,
			{ method: "PUT", body: { ...goal, name: "Other" } },
		],
		"goal.delete": async () => [
			`${site()}/goals/${await newId(`${site()}/goals`, goal, "goalId")}`,
			{ method: "DELETE" },
		],
		"funnel.save": async () => [`${site()}/funnels`, { body: funnel }],
		"funnel.delete": async () => [
			`${site()}/funnels/${await newId(`${site()}/funnels`, funnel, "funnelId")}`,
			{ method: "DELETE" },
		],
		"error.decide": async () => [
			`${site()}/errors/states`,
			{ method: "PUT", body: { errorIds: ["00000000000000aa"], state: "resolved" } },
		],
		"alert.create": async () => [`${site()}/alerts`, { body: alert }],
		"alert.update": async () => [await newAlert(), { method: "PUT", body: { name: "Other" } }],
		"alert.pause": async () => [`${await newAlert()}/pause`, { body: {} }],
		"alert.resume": async () => [`${await newAlert()}/resume`, { body: {} }],
		"alert.delete": async () => [await newAlert(), { method: "DELETE" }],
		"segment.create": async () => [`${site()}/segments`, { body: segment }],
		"segment.update": async () => [
			`${site()}/segments/${await newId(`${site()}/segments`, segment, "segmentId")}`,
			{ method: "PUT", body: { name: "Other" } },
		],
		"segment.delete": async () => [
			`${site()}/segments/${await newId(`${site()}/segments`, segment, "segmentId")}`,
			{ method: "DELETE" },
		],
		"question.create": async () => [`${site()}/questions`, { body: question }],
		"question.update": async () => [
			`${site()}/questions/${await newId(`${site()}/questions`, question, "questionId")}`,
			{ method: "PUT", body: { name: "Other" } },
		],
		"question.restore": async () => [
			`${site()}/questions/${await newId(`${site()}/questions`, question, "questionId")}/versions/1/restore`,
			{ body: {} },
		],
		"question.delete": async () => [
			`${site()}/questions/${await newId(`${site()}/questions`, question, "questionId")}`,
			{ method: "DELETE" },
		],
		"board.create": async () => [`${site()}/boards`, { body: { name: "B" } }],
		"board.update": async () => [
			`${site()}/boards/${await newId(`${site()}/boards`, { name: "B" }, "boardId")}`,
			{ method: "PUT", body: { name: "Other" } },
		],
		"board.restore": async () => [
			`${site()}/boards/${await newId(`${site()}/boards`, { name: "B" }, "boardId")}/versions/1/restore`,
			{ body: {} },
		],
		"board.delete": async () => [
			`${site()}/boards/${await newId(`${site()}/boards`, { name: "B" }, "boardId")}`,
			{ method: "DELETE" },
		],
		"report-mail.create": async () => [reportMails(), { body: reportMail() }],
		"report-mail.update": async () => [
			await newReportMail(),
			{ method: "PUT", body: { hour: 9, recipients: [] } },
		],
		"report-mail.subscription": async () => [
			`${await newReportMail()}/subscription`,
			{ method: "PUT", body: { isSubscribed: false } },
		],
		"report-mail.ask-consent": async () => {
			const path = await newReportMail();
			const { recipientId } = await stage.database
				.selectFrom("report_mail_recipient")
				.select((row) => row.fn.max("recipientId").as("recipientId"))
				.executeTakeFirstOrThrow();
			return [`${path}/recipients/${recipientId}/confirmation`, { body: {} }];
		},
		"report-mail.delete": async () => [await newReportMail(), { method: "DELETE" }],
		"annotation.create": async () => [`${site()}/annotations`, { body: note }],
		"annotation.update": async () => [
			`${site()}/annotations/${await newId(`${site()}/annotations`, note, "annotationId")}`,
			{ method: "PUT", body: { title: "Other" } },
		],
		"annotation.delete": async () => [
			`${site()}/annotations/${await newId(`${site()}/annotations`, note, "annotationId")}`,
			{ method: "DELETE" },
		],
		"import.create": async () => [`${site()}/imports`, { body: { platform: "umami" } }],
		"key.create": async () => ["/api/user/api-keys", { body: { name: "K" } }],
		"key.update": async () => [
			auth("api-key/update"),
			{ body: { keyId: await newKey(), enabled: false, rateLimitMax: 5 } },
		],
		"key.delete": async () => [auth("api-key/delete"), { body: { keyId: await newKey() } }],
		"organization.audit-channel": async () => [
			`${organization()}/audit-log/channel`,
			{ method: "PUT", body: { channelId: null } },
		],
		"member.end-sessions": async () => [
			`${organization()}/members/${(await joined("signed-in-everywhere")).memberId}/sessions`,
			{ method: "DELETE" },
		],
		"member.add": async () => [
			`${organization()}/members`,
			{ body: { email: (await signedUp("added")).email, role: "member" } },
		],
		"member.sites": async () => [
			`${organization()}/members/${(await joined("restricted")).memberId}/sites`,
			{ method: "PUT", body: { hasRestrictedSiteAccess: true, siteIds: [stage.site.siteId] } },
		],
		"member.role": async () => [
			auth("organization/update-member-role"),
			{
				body: {
					memberId: (await joined("promoted")).memberId,
					role: "admin",
					organizationId: stage.organizationId,
				},
			},
		],
		"member.remove": async () => [
			auth("organization/remove-member"),
			{
				body: {
					memberIdOrEmail: (await joined("removed")).email,
					organizationId: stage.organizationId,
				},
			},
		],
		"member.leave": async () => [
			auth("organization/leave"),
			{
				cookie: (await joined("leaving")).cookie,
				body: { organizationId: stage.organizationId },
			},
		],
		"user.create": async () => [
			`${organization()}/users`,
			{ body: { email: "made@example.com", password: "correct horse", role: "member" } },
		],
		"user.password": async () => [
			auth("change-password"),
			{
				cookie: (await joined("changing")).cookie,
				body: {
					currentPassword: "correct horse",
					newPassword: "battery staple",
					revokeOtherSessions: true,
				},
			},
		],
		"user.email": async () => [
			auth("update-email"),
			{
				cookie: (await joined("moving")).cookie,
				body: { email: "moved@example.com", password: "correct horse" },
			},
		],
		"team.create": async () => [
			`${organization()}/teams`,
			{ body: { name: "T", siteIds: [stage.demoSite.siteId] } },
		],
		"team.update": async () => [
			`${organization()}/teams/${await newTeam()}`,
			{ method: "PUT", body: { name: "Other" } },
		],
		"team.delete": async () => [`${organization()}/teams/${await newTeam()}`, { method: "DELETE" }],
		"source-maps.upload": async () => [`${site()}/source-maps`, { body: mapForm("1.0") }],
		"source-maps.delete": async () => {
			await made(`${site()}/source-maps`, { body: mapForm("2.0") });
			return [`${site()}/source-maps?release=2.0`, { method: "DELETE" }];
		},
		"destination.create": async () => ["/api/destinations", { body: destination }],
		"destination.update": async () => [
			await newDestination(),
			{ method: "PUT", body: { name: "Other" } },
		],
		"destination.pause": async () => [`${await newDestination()}/pause`, { body: {} }],
		"destination.resume": async () => [`${await newDestination()}/resume`, { body: {} }],
		"destination.delete": async () => [await newDestination(), { method: "DELETE" }],
		"channel.create": async () => [`${organization()}/channels`, { body: channel }],
		"channel.update": async () => [await newChannel(), { method: "PUT", body: { name: "Other" } }],
		"channel.test": async () => [`${await newChannel()}/test`, { body: {} }],
		"channel.delete": async () => [await newChannel(), { method: "DELETE" }],
		"delivery.send-again": async () => [`${await newDelivery()}/send-again`, { body: {} }],
		"organization.create": async () => [
			auth("organization/create"),
			{ body: { name: "Second", slug: "second" } },
		],
		"organization.update": async () => [
			auth("organization/update"),
			{ body: { data: { name: "Renamed" }, organizationId: stage.organizationId } },
		],
		"invitation.create": async () => [
			auth("organization/invite-member"),
			{
				body: {
					email: "guest@example.com",
					role: "member",
					organizationId: stage.organizationId,
				},
			},
		],
		"invitation.accept": async () => {
			const { email, cookie } = await signedUp("accepting");
			return [
				auth("organization/accept-invitation"),
				{ cookie, body: { invitationId: await invitationFor(email) } },
			];
		},
		"invitation.reject": async () => {
			const { email, cookie } = await signedUp("rejecting");
			return [
				auth("organization/reject-invitation"),
				{ cookie, body: { invitationId: await invitationFor(email) } },
			];
		},
		"invitation.cancel": async () => [
			auth("organization/cancel-invitation"),
			{ body: { invitationId: await invitationFor("unwanted@example.com") } },
		],
	};

	it.each(Object.keys(CHANGES))("%s is made with its entry, or not at all", async (action) => {
		const [path, asked] = (await CHANGES[action]?.()) ?? ["", {}];
		const [mails, purged] = [stage.mails.length, stage.purged.length];
		const before = await state();
		const failed = await withoutEntries(() => stage.ask(path, { cookie: owner, ...asked }));
		expect([failed.status, failed.body["code"], failed.cookie]).toEqual([
			500,
			"INTERNAL_ERROR",
			"",
		]);
		expect(await state()).toEqual(before);
		expect([stage.mails.length, stage.purged.length]).toEqual([mails, purged]);

		await made(path, asked);
		expect(await state()).not.toEqual(before);
		expect((await entries())[0]).toMatchObject({ action });
	});

	it("writes no entry for a refused change", async () => {
		const before = await state();
		const { status } = await stage.ask(auth("organization/update"), {
			cookie: (await signedUp("stranger")).cookie,
			body: { data: { name: "Taken" }, organizationId: stage.organizationId },
		});
		expect([status, (await state())["organization"], (await entries()).length]).toEqual([
			400,
			before["organization"],
			before["audit_entry"]?.length,
		]);
	});

	describe("in the event store", () => {
		const remove = async () => [`${site()}/users/anna`, { method: "DELETE" }] as const;
		const counted = async () => (await entries()).filter(({ action }) => action === "user.delete");

		it("is not made when its entry cannot be written first", async () => {
			const { commands } = stage.store;
			const [path, asked] = await remove();
			const failed = await withoutEntries(() => stage.ask(path, { cookie: owner, ...asked }));
			expect([failed.status, stage.store.commands, await counted()]).toEqual([500, commands, []]);
		});

		it("is logged as begun when it fails midway, and as completed when it succeeds", async () => {
			const [path, asked] = await remove();
			stage.store.failure = new Error("the event store went away");
			expect((await stage.ask(path, { cookie: owner, ...asked })).status).toBe(500);
			stage.store.failure = undefined;
			expect(await counted()).toEqual([
				{ action: "user.delete", details: { completed: false }, userEmail: OWNER.email },
			]);
			await made(path, asked);
			expect((await counted()).map(({ details }) => details)).toEqual([
				{ completed: true },
				{ completed: false },
			]);
			const { rows } = await sql<{ named: string }>`
				SELECT count(*) AS named FROM audit_entry WHERE audit_entry::text LIKE '%anna%'`.execute(
				stage.database,
			);
			expect(Number(rows[0]?.named)).toBe(0);
		});
	});
});
