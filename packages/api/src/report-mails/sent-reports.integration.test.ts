import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { silentLogger } from "@footfall/shared/logger";
import type { EventStore } from "@footfall/store";
import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER, SECRET } from "@footfall/testing/api/test-api";
import { openMailbox } from "@footfall/testing/mail/mailbox";
import { partsOfType, textOfMail } from "@footfall/testing/mail/parsed-mail";
import { openTestStore } from "@footfall/testing/model/event-store";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMailer, MailError, type Mailer } from "../accounts/mail.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import type { Database } from "../database/schema.ts";
import { startDeliveries } from "../deliveries/start-deliveries.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { askForConsent } from "./confirmation.ts";
import { createReportMails } from "./create-report-mails.ts";
import { enqueueDueReports } from "./enqueue-due-reports.ts";
import { createReportMailPages } from "./report-mail-pages.ts";

const BASE_URL = "https://stats.example.com";
const DAY_MS = 86_400_000;
/** A Monday. */
const MONDAY = Date.parse("2026-11-02T08:00:00Z");

let now = MONDAY;

const openStage = async (open: (typeof testDatabases)[number]["open"]) => {
	const engine = await open();
	const location = await engine.create();
	const opened: OpenDatabase = await openDatabase(location, () => {});
	const { database } = opened;
	const first = await bootstrap(database, OWNER);
	if (!first) throw new Error("The database of a test was not empty");
	const store: EventStore = await openTestStore();
	const box = await openMailbox();
	const mailer = createMailer(box.settings, silentLogger);
	const reports = createReportMails({
		...{ database, store, baseUrl: BASE_URL, secret: SECRET, now: () => now },
	});
	const app = express().use(
		"/api/report-mails",
		createReportMailPages({ database, secret: SECRET, now: () => now }),
	);
	const server = app.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	/** Two processes on one database. */
	const deliveries = [0, 1].map(() =>
		startDeliveries({
			...{ database, secret: SECRET, mailer, logger: silentLogger },
			policy: { privateNetworks: true },
			mailOf: reports.mailOf,
		}),
	);
	return {
		...{ database, store, box, mailer, reports, organizationId: first.organizationId },
		/** What is due is enqueued by both processes at once, and sent. */
		minute: async () => {
			await Promise.all([enqueueDueReports(database, now), enqueueDueReports(database, now)]);
			await Promise.all(deliveries.map((one) => one.now()));
			return box.taken();
		},
		page: (address: string, method = "GET") =>
			fetch(address.replace(BASE_URL, `http://127.0.0.1:${port}`), {
				method,
				...(method === "POST" && {
					headers: { "content-type": "application/x-www-form-urlencoded" },
					body: "List-Unsubscribe=One-Click",
				}),
			}),
		close: async () => {
			for (const one of deliveries) await one.close();
			await mailer.close();
			server.close();
			await box.close();
			await store.close();
			await opened.close();
			await engine.close();
		},
	};
};

let session = 0;
const views = (store: EventStore, site: number, day: string, pathnames: readonly string[]) => {
	const rows = pathnames.map((pathname) => {
		session += 1;
		return {
			...{ site_id: site, timestamp: `${day} 12:00:00.000`, type: "pageview" },
			...{ session_id: session, user_id: session, pathname, event_id: String(session) },
		};
	});
	return store.insert(
		"events",
		Object.keys(rows[0] ?? {}),
		rows.map((row) => Object.values(row)),
	);
};

describe.each(testDatabases)("a report by mail on $name", ({ open }) => {
	let stage: Awaited<ReturnType<typeof openStage>>;
	let database: Database;
	let mailer: Mailer;
	let siteId: number;
	let owner: { id: string; email: string };
	beforeAll(async () => {
		stage = await openStage(open);
		({ database, mailer } = stage);
		owner = await database.selectFrom("user").select(["id", "email"]).executeTakeFirstOrThrow();
	});
	afterAll(() => stage?.close());
	let sites = 0;
	beforeEach(async () => {
		now = MONDAY - DAY_MS;
		await database.deleteFrom("site").where("domain", "like", "quill%").execute();
		await database.deleteFrom("report_mail").execute();
		await database.deleteFrom("report_mail_confirmation").execute();
		sites += 1;
		const site = await database
			.insertInto("site")
			.values({
				...{ id: `00000000000${sites.toString(16)}`, name: "Quill & Cotton" },
				...{ domain: `quill-${sites}.example`, organizationId: stage.organizationId },
				...{ createdBy: owner.id, settings: "{}" },
			})
			.returning("siteId")
			.executeTakeFirstOrThrow();
		siteId = site.siteId;
	});

	const report = async (changes: object = {}): Promise<number> => {
		const { reportMailId } = await database
			.insertInto("report_mail")
			.values({
				...{ organizationId: stage.organizationId, siteId, name: "Monday", every: "week" },
				...{ weekday: 1, monthday: 1, hour: 8, timeZone: "UTC", language: "en" },
				...{ weekStartsOn: "monday", parts: JSON.stringify(["chart", "pages", "changes"]) },
				...{ segmentId: null, attachPdf: false, nextDueAt: new Date(MONDAY) },
				...changes,
			})
			.returning("reportMailId")
			.executeTakeFirstOrThrow();
		return reportMailId;
	};
	const subscribe = async (reportMailId: number, recipient: object = { userId: owner.id }) => {
		const { recipientId } = await database
			.insertInto("report_mail_recipient")
			.values({ reportMailId, ...recipient })
			.returning("recipientId")
			.executeTakeFirstOrThrow();
		return recipientId;
	};
	const confirmed = (address: string) => ({ address, confirmedAt: new Date(now) });
	const unsubscribeLink = (raw: ReadonlyMap<string, string>) =>
		/<([^>]+)>/.exec(raw.get("list-unsubscribe") ?? "")?.[1] ?? "";

	it("comes once at its hour, from two processes, with the figures of the last week", async () => {
		await views(stage.store, siteId, "2026-10-27", ["/", "/wool", "/wool"]);
		await views(stage.store, siteId, "2026-10-20", ["/"]);
		const reportMailId = await report();
		await subscribe(reportMailId);
		await subscribe(reportMailId, confirmed("team@quill.example"));
		now = MONDAY - 60_000;
		expect(await stage.minute()).toEqual([]);
		now = MONDAY;
		const mails = await stage.minute();
		expect(mails.map(({ to }) => to).sort()).toEqual([owner.email, "team@quill.example"].sort());
		expect(new Set(mails.map(({ headers }) => headers.get("message-id"))).size).toBe(2);
		expect(await stage.minute()).toEqual([]);
		const [mail] = mails;
		if (!mail) throw new Error("No mail");
		const text = textOfMail(mail);
		const html = textOfMail(mail, "text/html");
		expect(text).toMatch(/^Quill & Cotton\n/);
		expect(text).toMatch(/\nPeople +3 +▲ 200%\n/);
		expect(text).toMatch(/\/wool +2 +▲ new/);
		expect(html).toContain("Quill &amp; Cotton");
		const [chart] = partsOfType(mail, "image/png");
		expect(chart?.headers.get("content-id")).toBe("<chart@footfall>");
		expect(chart?.content.subarray(1, 4).toString()).toBe("PNG");
		expect(mail.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
		expect(unsubscribeLink(mail.headers)).toMatch(
			/^https:\/\/stats\.example\.com\/api\/report-mails\/unsubscribe\?token=\d+\.[\w-]{43}$/,
		);
	});

	it("comes for the newest period only after a downtime, and says that it is late", async () => {
		await views(stage.store, siteId, "2026-11-10", ["/"]);
		await subscribe(await report());
		now = MONDAY + 17 * DAY_MS;
		const mails = await stage.minute();
		expect(mails.length).toBe(1);
		const [mail] = mails;
		const text = textOfMail(mail);
		expect(text).toContain("Week of 9");
		expect(text?.replaceAll("\n", " ")).toContain("This mail is late: it was due on 16 Nov 2026");
		const { nextDueAt } = await database
			.selectFrom("report_mail")
			.select("nextDueAt")
			.executeTakeFirstOrThrow();
		expect(nextDueAt.toISOString()).toBe("2026-11-23T08:00:00.000Z");
	});

	it("is not sent again for a period when the clock goes back, nor after a change of its day", async () => {
		await subscribe(await report());
		now = MONDAY;
		expect((await stage.minute()).length).toBe(1);
		await database
			.updateTable("report_mail")
			.set({ weekday: 2, nextDueAt: new Date(MONDAY + DAY_MS) })
			.execute();
		now = MONDAY + DAY_MS;
		expect(await stage.minute()).toEqual([]);
		now = MONDAY - DAY_MS;
		expect(await stage.minute()).toEqual([]);
	});

	it("goes on in its rhythm after a clock was wrong by months", async () => {
		await subscribe(await report());
		now = MONDAY + 100 * DAY_MS;
		expect((await stage.minute()).length).toBe(1);
		now = MONDAY;
		expect(await stage.minute()).toEqual([]);
		for (const week of [1, 2]) {
			now = MONDAY + week * 7 * DAY_MS;
			expect((await stage.minute()).length).toBe(1);
		}
	});

	it("about a site without events goes out with one sentence", async () => {
		await subscribe(await report({ attachPdf: true }));
		now = MONDAY;
		const [mail] = await stage.minute();
		const text = textOfMail(mail);
		expect(text).toContain("No visit has been counted on this site yet.");
	});

	it("limited to a segment tells what changed among its sessions", async () => {
		const weeks = ["2026-09-29", "2026-10-06", "2026-10-13", "2026-10-20"];
		for (const day of weeks) await views(stage.store, siteId, day, Array(40).fill("/wool"));
		await views(stage.store, siteId, "2026-10-27", Array(120).fill("/wool"));
		for (const day of [...weeks, "2026-10-27"])
			await views(stage.store, siteId, day, Array(50).fill("/"));
		const { segmentId } = await database
			.insertInto("segment")
			.values({
				...{ organizationId: stage.organizationId, siteId, userId: owner.id, name: "Wool" },
				filters: JSON.stringify([{ parameter: "pathname", type: "equals", value: ["/wool"] }]),
				isPublic: false,
			})
			.returning("segmentId")
			.executeTakeFirstOrThrow();
		await subscribe(await report({ segmentId }));
		now = MONDAY;
		const [mail] = await stage.minute();
		const text = textOfMail(mail)?.replaceAll(/\s+/g, " ");
		expect(text).toMatch(/Sessions rose by 80 \(\S*200\s?%\)/);
	});

	it("has the PDF if it is wanted", async () => {
		await views(stage.store, siteId, "2026-10-27", ["/"]);
		await subscribe(await report({ attachPdf: true }));
		now = MONDAY;
		const [mail] = await stage.minute();
		const [pdf] = mail ? partsOfType(mail, "application/pdf") : [];
		expect(pdf?.content.subarray(0, 5).toString()).toBe("%PDF-");
	});

	it("about all sites lists those that its reader may see", async () => {
		await views(stage.store, siteId, "2026-10-27", ["/", "/"]);
		await subscribe(await report({ siteId: null, language: "de" }));
		now = MONDAY;
		const [mail] = await stage.minute();
		const text = textOfMail(mail);
		expect(text).toMatch(/Quill & Cotton +2 +▲ neu/);
	});

	it("waits for the second factor that an organization of its reader requires", async () => {
		const require = (requiresSecondFactor: boolean) =>
			database.updateTable("organization").set({ requiresSecondFactor }).execute();
		const setUp = (twoFactorEnabled: boolean) =>
			database.updateTable("user").set({ twoFactorEnabled }).where("id", "=", owner.id).execute();
		const reportMailId = await report();
		await subscribe(reportMailId);
		await subscribe(reportMailId, confirmed("team@quill.example"));
		// The same account by its address.
		await subscribe(await report({ name: "By address" }), confirmed(owner.email));
		now = MONDAY;
		await enqueueDueReports(database, now);
		await require(true);
		expect((await stage.minute()).map(({ to }) => to)).toEqual(["team@quill.example"]);
		now = MONDAY + 7 * DAY_MS;
		expect((await stage.minute()).map(({ to }) => to)).toEqual(["team@quill.example"]);
		await setUp(true);
		now = MONDAY + 14 * DAY_MS;
		expect((await stage.minute()).map(({ to }) => to).sort()).toEqual(
			[owner.email, owner.email, "team@quill.example"].sort(),
		);
		await setUp(false);
		await require(false);
	});

	it("reaches nobody who may not see the site, and nobody who left before it was sent", async () => {
		const userId = "stranger";
		await database
			.insertInto("user")
			.values({ id: userId, name: "S", email: "s@example.com", emailVerified: true })
			.onConflict((row) => row.doNothing())
			.execute();
		const reportMailId = await report();
		await subscribe(reportMailId, { userId });
		const leaving = await subscribe(reportMailId, confirmed("left@quill.example"));
		now = MONDAY;
		await enqueueDueReports(database, now);
		await database.deleteFrom("report_mail_recipient").where("recipientId", "=", leaving).execute();
		expect(await stage.minute()).toEqual([]);
		const { status, lastAnswer } = await database
			.selectFrom("delivery")
			.select(["status", "lastAnswer"])
			.where("address", "=", "left@quill.example")
			.executeTakeFirstOrThrow();
		expect([status, lastAnswer]).toEqual(["failed", "The recipient was removed from the report"]);
	});

	it("of a deleted segment is not sent", async () => {
		const reportMailId = await report({ segmentId: 4711 });
		await subscribe(reportMailId);
		now = MONDAY;
		expect(await stage.minute()).toEqual([]);
	});

	it("that cannot be made does not stop others", async () => {
		await subscribe(await report({ name: "broken", timeZone: "Not/AZone" })).catch(() => {});
		await database.deleteFrom("report_mail").where("name", "=", "broken").execute();
		await subscribe(await report(), confirmed("nobody@quill.example"));
		await subscribe(await report({ name: "other" }));
		now = MONDAY;
		const mails = await stage.minute();
		expect(mails.map(({ to }) => to)).toEqual([owner.email]);
		const { status, lastAnswer } = await database
			.selectFrom("delivery")
			.select(["status", "lastAnswer"])
			.where("address", "=", "nobody@quill.example")
			.executeTakeFirstOrThrow();
		expect([status, lastAnswer]).toEqual(["failed", expect.stringContaining("No such user here")]);
	});

	it("is unsubscribed from by a button or by the mail program, never by opening its link", async () => {
		await subscribe(await report());
		now = MONDAY;
		const [mail] = await stage.minute();
		const link = unsubscribeLink(mail?.headers ?? new Map());
		const isSubscribed = async () =>
			(
				await database
					.selectFrom("report_mail_recipient")
					.select("unsubscribedAt")
					.executeTakeFirstOrThrow()
			).unsubscribedAt === null;
		const opened = await stage.page(link);
		expect([opened.status, opened.headers.get("content-type")]).toEqual([
			200,
			expect.stringContaining("text/html"),
		]);
		expect(await opened.text()).toContain('<form method="post"><button type="submit">Unsubscribe');
		expect(await isSubscribed()).toBe(true);
		expect((await stage.page(`${link}x`, "POST")).status).toBe(404);
		expect(await isSubscribed()).toBe(true);
		const done = await stage.page(link, "POST");
		expect([done.status, await isSubscribed()]).toEqual([200, false]);
		expect(await done.text()).toContain("You get no more mails with the report");
		now = MONDAY + 7 * DAY_MS;
		expect(await stage.minute()).toEqual([]);
	});

	describe("to an address without an account", () => {
		const asked = async (address: string) => {
			const reportMailId = await report();
			const recipientId = await subscribe(reportMailId, { address });
			const services = { database, mailer, baseUrl: BASE_URL, secret: SECRET, now: () => now };
			const consent = () =>
				askForConsent(
					services,
					{ organizationId: stage.organizationId, language: "en" },
					{ recipientId, address },
				);
			await consent();
			return { consent, link: linkIn(await stage.minute()) };
		};
		const linkIn = ([mail]: Awaited<ReturnType<typeof stage.minute>>) =>
			/https:\S+confirm\?token=\S+/.exec(mail?.content.toString() ?? "")?.[0] ?? "";
		const consentDelivery = (address: string) =>
			database
				.selectFrom("delivery")
				.select(["status", "tries", "payload", "lastAnswer"])
				.where("address", "=", address)
				.where("key", "like", "consent:%")
				.executeTakeFirstOrThrow();

		it("is asked again when the mail server was down, with the same link, which is stored nowhere", async () => {
			const address = "down@outside.example";
			const reportMailId = await report();
			const recipientId = await subscribe(reportMailId, { address });
			const services = { database, mailer, baseUrl: BASE_URL, secret: SECRET, now: () => now };
			await askForConsent(
				services,
				{ organizationId: stage.organizationId, language: "en" },
				{ recipientId, address },
			);
			const tried: string[] = [];
			const broken = startDeliveries({
				...{ database, secret: SECRET, logger: silentLogger, policy: { privateNetworks: true } },
				mailer: {
					...mailer,
					deliver: async ({ text }) => {
						tried.push(text);
						throw new MailError("The mail server cannot be reached", false);
					},
				},
				mailOf: stage.reports.mailOf,
			});
			await broken.now();
			await broken.close();
			expect(await consentDelivery(address)).toMatchObject({
				...{ status: "waiting", tries: 1, lastAnswer: "The mail server cannot be reached" },
			});
			const again = { status: "waiting", nextTryAt: new Date(0) } as const;
			await database.updateTable("delivery").set(again).where("address", "=", address).execute();
			const link = linkIn(await stage.minute());
			expect(tried[0]).toContain(link);
			const { status, payload } = await consentDelivery(address);
			expect(status).toBe("sent");
			expect(JSON.stringify(payload)).not.toContain(link.split("token=")[1]);
			expect((await stage.page(link, "POST")).status).toBe(200);
			await database.updateTable("delivery").set(again).where("address", "=", address).execute();
			expect(await stage.minute()).toEqual([]);
			expect(await consentDelivery(address)).toMatchObject({
				...{ status: "failed", lastAnswer: expect.stringContaining("has agreed") },
			});
		});

		it("goes out only once its owner has pressed the button behind the mailed link", async () => {
			const { link } = await asked("a@outside.example");
			now = MONDAY;
			expect(await stage.minute()).toEqual([]);
			expect(await (await stage.page(link)).text()).toContain("Get reports</button>");
			expect((await stage.page(link, "POST")).status).toBe(200);
			expect((await stage.page(link, "POST")).status).toBe(404);
			now = MONDAY + 7 * DAY_MS;
			expect((await stage.minute()).map(({ to }) => to)).toEqual(["a@outside.example"]);
		});

		it("cannot be confirmed after seven days", async () => {
			const { link } = await asked("b@outside.example");
			now += 7 * DAY_MS;
			expect((await stage.page(link)).status).toBe(404);
			expect((await stage.page(link, "POST")).status).toBe(404);
		});

		it("is asked for at most three times a day", async () => {
			const { consent } = await asked("c@outside.example");
			await consent();
			await consent();
			await expect(consent()).rejects.toThrow(/has got 3 mails today/);
			now += DAY_MS;
			await consent();
		});
	});
});
