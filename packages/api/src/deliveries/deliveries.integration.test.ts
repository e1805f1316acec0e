import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Notice } from "@footfall/notices";
import { ApiError } from "@footfall/shared/api-error";
import { silentLogger } from "@footfall/shared/logger";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { SECRET } from "@footfall/testing/api/test-api";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, it, vi } from "vitest";
import { createMailer } from "../accounts/mail.ts";
import type { NewTarget } from "../channels/channel-shapes.ts";
import { sealChannelSecret, splitTarget } from "../channels/stored-channels.ts";
import { openDatabase } from "../database/open.ts";
import type { Database } from "../database/schema.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { enqueue, type NewDelivery } from "./enqueue.ts";
import { purgeDeliveries } from "./purge-deliveries.ts";
import { startDeliveries } from "./start-deliveries.ts";

const NOTICE: Notice = {
	...{ type: "alert.firing", language: "en", title: "Sessions are low", sentences: ["Only 3."] },
	...{ figures: [], data: {} },
};
const EMPTY_MAIL = { subject: "A mail", text: "", html: "", attachments: [], headers: {} };
const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const START = new Date("2026-11-29T10:00:00Z").getTime();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
	vi.restoreAllMocks();
	for (const close of closing.splice(0).reverse()) await close();
});

/** A server of a channel, with the requests that it got. */
const serveChannel = async (answer: RequestListener) => {
	const requests: { headers: http.IncomingHttpHeaders; body: string }[] = [];
	const server = http.createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		requests.push({ headers: request.headers, body });
		answer(request, response);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
};
const answering = (status: number, body = "") =>
	serveChannel((_request, response) => response.writeHead(status).end(body));

/** A mail server, with the mails that it got; it listens on the same port again after a stop. */
const serveMail = async (options: SMTPServerOptions = {}) => {
	const mails: string[] = [];
	const open = async (port: number) => {
		const server = new SMTPServer({
			authOptional: true,
			disabledCommands: ["STARTTLS"],
			onData: (stream, _session, done) => {
				const chunks: Buffer[] = [];
				stream.on("data", (chunk: Buffer) => chunks.push(chunk));
				stream.on("end", () => {
					mails.push(Buffer.concat(chunks).toString());
					done();
				});
			},
			...options,
		});
		server.on("error", () => undefined);
		server.listen(port, "127.0.0.1");
		await once(server.server, "listening");
		return server;
	};
	let server = await open(0);
	const { port } = server.server.address() as AddressInfo;
	const stop = () => new Promise<void>((resolve) => server.close(resolve));
	closing.push(stop);
	return {
		mails,
		settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from: "footfall@example.com" },
		stop,
		start: async () => {
			server = await open(port);
		},
	};
};

onEachDatabase("deliveries", (stage) => {
	/** An accounts database with an organization, and a clock. */
	const setUp = async () => {
		const { database, close } = await openDatabase(await stage.create(), () => {});
		closing.push(close);
		const first = await bootstrap(database, {
			email: "owner@example.com",
			password: "correct horse",
		});
		if (!first) throw new Error("The database of a test was not empty");
		const { organizationId, site } = first;
		let now = START;
		const start = (
			options: Partial<Parameters<typeof startDeliveries>[0]> & {
				mail?: Parameters<typeof createMailer>[0];
			} = {},
		) => {
			const { mail, ...rest } = options;
			const mailer = createMailer(mail, silentLogger);
			const running = startDeliveries({
				...{ database, secret: SECRET, policy: { privateNetworks: true }, logger: silentLogger },
				...{ now: () => new Date(now), mailer },
				...rest,
			});
			closing.push(async () => {
				await running.close();
				await mailer.close();
			});
			return running;
		};
		const addChannel = async (target: NewTarget): Promise<number> => {
			const split = splitTarget(target);
			const { channelId } = await database
				.insertInto("channel")
				.values({
					...{ organizationId, name: "C", kind: target.kind, target: JSON.stringify(split.target) },
					sealedSecret: sealChannelSecret(split.secret, SECRET),
				})
				.returning("channelId")
				.executeTakeFirstOrThrow();
			return channelId;
		};
		const put = async (
			recipient: { channelId: number } | { address: string },
			key = "alert:1",
			more: Partial<NewDelivery> = {},
		) => {
			const delivery = {
				organizationId,
				key,
				payload: { kind: "notice", notice: NOTICE },
			} as const;
			const ids = await enqueue(database, [{ ...delivery, ...recipient, ...more } as NewDelivery]);
			await database
				.updateTable("delivery")
				.set({ nextTryAt: new Date(now) })
				.where("tries", "=", 0)
				.execute();
			return ids;
		};
		const rows = () =>
			database
				.selectFrom("delivery")
				.select(["status", "tries", "lastAnswer", "nextTryAt"])
				.orderBy("deliveryId")
				.execute();
		const row = async () => {
			const [first] = await rows();
			if (!first) throw new Error("There is no delivery");
			const { nextTryAt, ...rest } = first;
			return { ...rest, waitMs: nextTryAt.getTime() - now };
		};
		return {
			...{ database, organizationId, siteId: site.siteId, start, addChannel, put, rows, row },
			pass: (ms: number) => {
				now += ms;
			},
		};
	};
	const hook = (url: string) => ({ kind: "webhook", url, signingSecret: SIGNING_SECRET }) as const;

	it("are enqueued once for a recipient and a key, and not for channels that are gone", async () => {
		const { put, addChannel, rows } = await setUp();
		const channelId = await addChannel(hook("https://hooks.example.com/a"));
		expect(await put({ channelId })).toHaveLength(1);
		expect(await put({ channelId })).toEqual([]);
		expect(await put({ channelId }, "alert:2")).toHaveLength(1);
		expect(await put({ address: "ann@example.com" })).toHaveLength(1);
		expect(await put({ channelId: 999 })).toEqual([]);
		expect(await put({ channelId }, "alert:3", { organizationId: "another" })).toEqual([]);
		expect(await rows()).toHaveLength(3);
	});

	it("are sent once, with a signature that a library verifies", async () => {
		const { put, addChannel, start, row } = await setUp();
		const server = await answering(200, "thanks");
		await put({ channelId: await addChannel(hook(server.url)) });
		const running = start();
		await running.now();
		await running.now();
		expect(await row()).toMatchObject({ status: "sent", tries: 1, lastAnswer: "200 thanks" });
		expect(server.requests).toHaveLength(1);
		const [{ headers, body } = { headers: {}, body: "" }] = server.requests;
		const verified = new Webhook(SIGNING_SECRET).verify(body, headers as Record<string, string>);
		expect(verified).toMatchObject({ type: "alert.firing", data: { title: "Sessions are low" } });
		expect(running.counts()).toEqual({ retried: 0, sent: 1, failed: 0, dropped: 0 });
	});

	it("are tried for about a day with growing pauses under the same id, and fail then", async () => {
		const { put, addChannel, start, row, pass } = await setUp();
		const server = await answering(500, "broken");
		await put({ channelId: await addChannel(hook(server.url)) });
		const running = start();
		for (const pauseMs of [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 16 * HOUR]) {
			await running.now();
			const { status, waitMs } = await row();
			expect([status, Math.abs(waitMs - pauseMs) <= pauseMs / 10 + 1]).toEqual(["waiting", true]);
			pass(waitMs - 1);
			await running.now();
			expect((await row()).status).toBe("waiting");
			pass(1);
		}
		await running.now();
		expect(await row()).toMatchObject({ status: "failed", tries: 7, lastAnswer: "500 broken" });
		const ids = new Set(server.requests.map(({ headers }) => headers["webhook-id"]));
		expect([server.requests.length, ids.size]).toEqual([7, 1]);
	});

	it("with figures reach nobody who lacks the second factor that an organization requires", async () => {
		const { database, organizationId, put, addChannel, start, rows, pass } = await setUp();
		const mail = await serveMail();
		const address = "owner@example.com";
		const require = (requiresSecondFactor: boolean) =>
			database.updateTable("organization").set({ requiresSecondFactor }).execute();
		const people = (set: { twoFactorEnabled?: boolean; isSystemAdmin?: boolean }) =>
			database.updateTable("user").set(set).where("email", "=", address).execute();
		const channelId = await addChannel({ kind: "mail", address });
		const running = start({
			mail: mail.settings,
			mailOf: {
				report: async () => ({ ...EMPTY_MAIL, text: "42" }),
				confirmation: async () => ({ ...EMPTY_MAIL, text: "Do you want the report?" }),
			},
		});
		let count = 0;
		/** What came of an alert to the person's channel, of one to their address, and of one to no account. */
		const outcomes = async () => {
			count += 1;
			await put({ channelId }, `alert:${count}`);
			await put({ address: "Owner@Example.com" }, `alert:${count}`);
			await put({ address: "team@example.com" }, `alert:${count}`);
			await running.now();
			pass(MINUTE);
			return (await rows()).slice(-3).map(({ status }) => status);
		};
		expect(await outcomes()).toEqual(["sent", "sent", "sent"]);
		await require(true);
		expect(await outcomes()).toEqual(["failed", "failed", "sent"]);
		expect((await rows()).at(-2)?.lastAnswer).toMatch(/has not set up the second factor/);
		expect(mail.mails).toHaveLength(4);
		// A report is held back as an alert is; the question whether somebody wants it shows no figures.
		await put({ address }, "report", { payload: { kind: "report" } });
		const asked = { kind: "confirmation", recipientId: 1, nonce: "x" } as const;
		await put({ address }, "question", { payload: asked });
		await running.now();
		expect((await rows()).slice(-2).map(({ status }) => status)).toEqual(["failed", "sent"]);
		pass(MINUTE);
		await people({ twoFactorEnabled: true });
		expect(await outcomes()).toEqual(["sent", "sent", "sent"]);
		await people({ twoFactorEnabled: false });
		await database.deleteFrom("member").where("organizationId", "=", organizationId).execute();
		// The administrator of the instance sees organizations without belonging to them.
		expect(await outcomes()).toEqual(["failed", "failed", "sent"]);
		await people({ isSystemAdmin: false });
		expect(await outcomes()).toEqual(["sent", "sent", "sent"]);
	});

	it("wait as long as their server asks", async () => {
		const { put, addChannel, start, row } = await setUp();
		const server = await serveChannel((_request, response) =>
			response.writeHead(429, { "retry-after": "90" }).end(),
		);
		await put({ channelId: await addChannel(hook(server.url)) });
		await start().now();
		expect(await row()).toMatchObject({ status: "waiting", waitMs: 90 * SECOND });
	});

	it("switch their channel off after 410, and drop what else waits for it", async () => {
		const { put, addChannel, start, rows, database } = await setUp();
		const server = await answering(410);
		const channelId = await addChannel(hook(server.url));
		await put({ channelId }, "a");
		await put({ channelId }, "b");
		await start().now();
		const channel = await database.selectFrom("channel").selectAll().executeTakeFirstOrThrow();
		expect([channel.isOn, channel.offReason]).toEqual([false, "gone"]);
		expect((await rows()).map(({ status }) => status)).toEqual(["failed", "dropped"]);
		expect(server.requests).toHaveLength(1);
	});

	it("go on beside one whose secret is damaged and one whose content cannot be made", async () => {
		const { put, addChannel, start, rows, database } = await setUp();
		const server = await answering(200);
		const damaged = await addChannel({ kind: "slack", url: server.url });
		await database.updateTable("channel").set({ sealedSecret: "AAAA" }).execute();
		const good = await addChannel(hook(server.url));
		const report = { payload: { kind: "report" } } as const;
		await put({ channelId: damaged });
		await put({ address: "ann@example.com" }, "report:1", report);
		await put({ address: "ben@example.com" }, "report:2", {
			payload: { kind: "report", isBroken: true },
		});
		await put({ channelId: good }, "c", report);
		await put({ channelId: good });
		await start({
			mailOf: {
				report: async ({ isBroken }) => {
					if (isBroken) throw new Error("The store is down");
					throw new ApiError("NOT_FOUND", "The site was deleted");
				},
				confirmation: async () => {
					throw new Error("Not asked for");
				},
			},
		}).now();
		expect(await rows()).toEqual([
			expect.objectContaining({ status: "failed", lastAnswer: expect.stringContaining("SECRET") }),
			expect.objectContaining({ status: "failed", lastAnswer: "The site was deleted" }),
			expect.objectContaining({ status: "waiting", lastAnswer: expect.stringContaining("log") }),
			expect.objectContaining({ status: "failed", lastAnswer: expect.stringContaining("mail") }),
			expect.objectContaining({ status: "sent" }),
		]);
	});

	it("do not wait for a slow channel, which gets one at a time", async () => {
		const { put, addChannel, start, rows } = await setUp();
		let most = 0;
		const held: http.ServerResponse[] = [];
		const slow = await serveChannel((_request, response) => {
			held.push(response);
			most = Math.max(most, held.length);
		});
		const fast = await answering(200);
		const slowId = await addChannel(hook(slow.url));
		const fastId = await addChannel(hook(fast.url));
		for (let number = 0; number < 30; number += 1) {
			await put({ channelId: slowId }, `s${number}`);
			await put({ channelId: fastId }, `f${number}`);
		}
		const running = start();
		const all = running.now();
		await vi.waitFor(() => expect(fast.requests).toHaveLength(30), { timeout: 20_000 });
		expect([most, slow.requests.length]).toEqual([1, 1]);
		const release = setInterval(() => held.splice(0).map((response) => response.end()), 1);
		await all;
		clearInterval(release);
		expect((await rows()).filter(({ status }) => status !== "sent")).toEqual([]);
	});

	it("are sent again under the same id if the process died before its note", async () => {
		const { put, addChannel, start, row, pass, database } = await setUp();
		const server = await answering(200);
		const mail = await serveMail();
		await put({ channelId: await addChannel(hook(server.url)) });
		await put({ address: "ann@example.com" });
		// The process ends here: neither its note nor its lease's end is written.
		const broken = new Proxy(database, {
			get: (target, name: keyof Database) => {
				if (name === "updateTable") throw new Error("killed");
				const value: unknown = target[name];
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
		await start({ database: broken, mail: mail.settings }).now();
		expect([server.requests.length, mail.mails.length]).toEqual([1, 1]);
		const other = start({ mail: mail.settings });
		await other.now();
		expect([server.requests.length, mail.mails.length]).toEqual([1, 1]);
		pass(121 * SECOND);
		await other.now();
		expect(await row()).toMatchObject({ status: "sent", tries: 2 });
		const ids = server.requests.map(({ headers }) => headers["webhook-id"]);
		const messageIds = mail.mails.map((text) => /^Message-ID: (.+)$/im.exec(text)?.[1]);
		expect(ids).toEqual([ids[0], ids[0]]);
		expect(messageIds).toEqual([messageIds[0], messageIds[0]]);
		expect(messageIds[0]).toMatch(/^<[0-9a-f]{32}@example\.com>/);
	});

	it("by mail have a text, HTML and their recipient", async () => {
		const { put, start, row } = await setUp();
		const mail = await serveMail();
		await put({ address: "ann@example.com" });
		await start({ mail: mail.settings }).now();
		expect(await row()).toMatchObject({
			status: "sent",
			lastAnswer: expect.stringMatching(/^250/),
		});
		expect(mail.mails[0]).toMatch(/^To: ann@example\.com/m);
		expect(mail.mails[0]).toMatch(/^Subject: Sessions are low/m);
		expect(mail.mails[0]).toContain("Content-Type: text/html");
		expect(mail.mails[0]).toContain("Content-Type: text/plain");
	});

	it("by mail fail at once for an address that does not exist", async () => {
		const { put, start, row } = await setUp();
		const onRcptTo: SMTPServerOptions["onRcptTo"] = (_address, _session, done) =>
			done(Object.assign(new Error("No such user"), { responseCode: 550 }));
		const mail = await serveMail({ onRcptTo });
		await put({ address: "nobody@example.com" });
		await start({ mail: mail.settings }).now();
		expect(await row()).toMatchObject({
			...{ status: "failed", tries: 1, lastAnswer: expect.stringContaining("550 No such user") },
		});
	});

	it("by mail are tried again after greylisting, and while the mail server is down", async () => {
		const { put, start, row, pass } = await setUp();
		let isKnown = false;
		const onRcptTo: SMTPServerOptions["onRcptTo"] = (_address, _session, done) => {
			if (isKnown) return done();
			isKnown = true;
			done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
		};
		const mail = await serveMail({ onRcptTo });
		await put({ address: "ann@example.com" });
		const running = start({ mail: mail.settings });
		await running.now();
		expect(await row()).toMatchObject({
			...{ status: "waiting", lastAnswer: expect.stringContaining("451 Try again later") },
		});
		await mail.stop();
		pass(6 * SECOND);
		await running.now();
		expect(await row()).toMatchObject({
			...{ status: "waiting", lastAnswer: "The mail server cannot be reached" },
		});
		await mail.start();
		pass(6 * MINUTE);
		await running.now();
		expect(await row()).toMatchObject({ status: "sent", tries: 3 });
		expect(mail.mails).toHaveLength(1);
	});

	it("by mail say that mail is not set up", async () => {
		const { put, start, row } = await setUp();
		await put({ address: "ann@example.com" });
		await start().now();
		expect(await row()).toMatchObject({
			...{ status: "waiting", lastAnswer: "Mail is not set up (SMTP_URL)" },
		});
	});

	it("are not sent to private networks unless they are permitted", async () => {
		const { put, addChannel, start, row } = await setUp();
		const server = await answering(200);
		await put({ channelId: await addChannel(hook(server.url)) });
		await start({ policy: { privateNetworks: false } }).now();
		expect(await row()).toMatchObject({
			...{ status: "waiting", lastAnswer: expect.stringContaining("DESTINATION_PRIVATE_NETWORKS") },
		});
		expect(server.requests).toEqual([]);
	});

	it("are deleted a month after they ended, beyond 10,000 of an organization, and with their site", async () => {
		const { put, rows, database, siteId, organizationId } = await setUp();
		await put({ address: "a@example.com" }, "old");
		await put({ address: "a@example.com" }, "new");
		await put({ address: "a@example.com" }, "waiting");
		await put({ address: "a@example.com" }, "site", { siteId });
		const month = new Date(Date.now() - 31 * 24 * HOUR);
		await database
			.updateTable("delivery")
			.set({ status: "sent" })
			.where("key", "in", ["old", "new", "site"])
			.execute();
		await database
			.updateTable("delivery")
			.set({ createdAt: month })
			.where("key", "in", ["old", "waiting"])
			.execute();
		await purgeDeliveries(database, new AbortController().signal);
		expect((await rows()).map(({ status }) => status)).toEqual(["sent", "waiting", "sent"]);
		await database.deleteFrom("site").where("siteId", "=", siteId).execute();
		expect(await rows()).toHaveLength(2);
		const many = Array.from({ length: 10_100 }, (_one, number) => ({
			...{ organizationId, key: `k${number}`, address: "many@example.com" },
			payload: { kind: "report" } as const,
		}));
		await enqueue(database, many);
		await database.updateTable("delivery").set({ status: "sent" }).execute();
		await purgeDeliveries(database, new AbortController().signal);
		expect(await rows()).toHaveLength(10_000);
	});
});
