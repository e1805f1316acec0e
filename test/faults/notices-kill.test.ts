import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Database, enqueue, type NewDelivery, openAsIs } from "@footfall/api/testing";
import { pause } from "@footfall/shared/waiting/pause";
import { describeOnPostgres } from "@footfall/testing/api/databases";
import { eventually } from "@footfall/testing/eventually";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROUNDS = rounds(2, 40);
const RECIPIENTS = 6;
const OF_EACH = 3;
const CLOCK = import.meta.resolve("@footfall/testing/product/movable-clock");
const SCRIPT = fileURLToPath(import.meta.resolve("@footfall/testing/api/api-process"));
const PATIENCE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A server's acceptance of something: what it was about, by what it is known, and when. */
interface Accepted {
	what: string;
	id: string;
	at: number;
}

const header = (mail: string, name: string) =>
	new RegExp(`^${name}: (.*)$`, "im").exec(mail)?.[1]?.trim() ?? "";

/** A mail server and a webhook receiver, which keep what they accept and can be down. */
const openReceivers = async (random: () => number) => {
	const accepted: Accepted[] = [];
	let isMailDown = false;
	/** Before the sender hears of the acceptance. */
	let onAcceptance = async () => {};
	const accept = async (what: string, id: string) => {
		accepted.push({ what, id, at: performance.now() });
		await onAcceptance();
		await pause(random() * 20);
	};
	const mails = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onConnect: (_session, done) =>
			done(isMailDown ? Object.assign(new Error("Down"), { responseCode: 421 }) : undefined),
		onData: (stream, session, done) => {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				const mail = Buffer.concat(chunks).toString();
				const [to] = session.envelope.rcptTo;
				await accept(`${to?.address} ${header(mail, "Subject")}`, header(mail, "Message-ID"));
				done();
			});
		},
	});
	// A killed client ends its connection without a word.
	mails.on("error", () => {});
	mails.listen(0, "127.0.0.1");
	await once(mails.server, "listening");
	const hooks = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		const { data } = JSON.parse(body) as { data: { title: string } };
		await accept(`${request.url} ${data.title}`, String(request.headers["webhook-id"]));
		response.end();
	});
	hooks.listen(0, "127.0.0.1");
	await once(hooks, "listening");
	const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
	return {
		accepted,
		smtpUrl: `smtp://127.0.0.1:${portOf(mails.server)}`,
		hooksUrl: `http://127.0.0.1:${portOf(hooks)}`,
		setMailDown: (isDown: boolean) => {
			isMailDown = isDown;
		},
		setOnAcceptance: (act: () => Promise<void>) => {
			onAcceptance = act;
		},
		close: async () => {
			hooks.closeAllConnections();
			hooks.close();
			await new Promise<void>((resolve) => mails.close(() => resolve()));
		},
	};
};

interface RunningApi {
	child: ChildProcess;
	origin: string;
	key: string;
}

describeOnPostgres("kill -9 of two apis while mails and webhooks leave them", (open) => {
	const directory = createTemporaryDirectory();
	const clockFile = join(directory.path, "ahead");
	const seed = Date.now();
	const random = createRandom(seed);
	const some = (most: number) => Math.floor(random() * most);
	let engine: Awaited<ReturnType<typeof open>>;
	let location: { url: string };
	let opened: Awaited<ReturnType<typeof openAsIs>>;
	let database: Database;
	let receivers: Awaited<ReturnType<typeof openReceivers>>;
	let organizationId: string;
	let channelIds: readonly number[];
	const apis: (RunningApi | undefined)[] = [undefined, undefined];
	const kills: number[] = [];
	const expected = new Set<string>();

	/** The second one's clock is moved. */
	const start = async (place: number) => {
		const child = spawn(process.execPath, [SCRIPT, location.url, receivers.smtpUrl], {
			stdio: ["ignore", "pipe", "inherit"],
			env: {
				PATH: process.env["PATH"],
				...(place === 1 && { NODE_OPTIONS: `--import ${CLOCK}`, CLOCK_AHEAD_FILE: clockFile }),
			},
		});
		const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
		apis[place] = { child, ...(JSON.parse(line) as Omit<RunningApi, "child">) };
	};
	const startBoth = () =>
		Promise.all(apis.map(async (api, place) => (api ? undefined : start(place))));
	const kill = async (place: number) => {
		const api = apis[place];
		if (!api) return;
		apis[place] = undefined;
		const gone = once(api.child, "exit");
		api.child.kill("SIGKILL");
		kills.push(performance.now());
		await gone;
	};
	const killBoth = () => Promise.all([kill(0), kill(1)]);

	/** For what is stored, time passes while nothing runs. */
	const letPass = async (ms: number) => {
		expect(apis).toEqual([undefined, undefined]);
		const passed = sql`${`${ms} milliseconds`}::interval`;
		await sql`UPDATE "delivery" SET "nextTryAt" = "nextTryAt" - ${passed}, "leaseUntil" = "leaseUntil" - ${passed},
			"createdAt" = "createdAt" - ${passed}`.execute(database);
	};

	const announce = (round: number): Promise<number[]> => {
		const keys = Array.from({ length: OF_EACH }, (_, index) => `alert:${round}:${index}`);
		const noticeOf = (title: string) => ({
			...({ type: "alert.firing", language: "en", title } as const),
			...{ sentences: ["It fired."], figures: [], data: {} },
		});
		const deliveries = keys.flatMap((key): NewDelivery[] => {
			const shared = {
				organizationId,
				key,
				payload: { kind: "notice" as const, notice: noticeOf(key) },
			};
			return [
				...Array.from({ length: RECIPIENTS }, (_, index) => {
					const address = `reader-${index}@example.com`;
					expected.add(`${address} ${key}`);
					return { ...shared, address };
				}),
				...channelIds.map((channelId, index) => {
					expected.add(`/hook-${index} ${key}`);
					return { ...shared, channelId };
				}),
			];
		});
		return enqueue(database, deliveries);
	};

	const waiting = async () => {
		const rows = await database
			.selectFrom("delivery")
			.select(["deliveryId", "key", "status", "tries", "lastAnswer", "nextTryAt", "leaseUntil"])
			.where("status", "=", "waiting")
			.execute();
		return rows;
	};
	const dueNow = async () => {
		const now = new Date();
		return (await waiting()).filter(
			({ nextTryAt, leaseUntil }) => nextTryAt <= now || (leaseUntil && leaseUntil > now),
		);
	};
	/** Until nothing waits: hours pass while both are down, then both run. */
	const drain = async () => {
		for (let hours = 0; (await waiting()).length > 0; hours += 6) {
			expect(hours).toBeLessThan(48);
			await killBoth();
			await letPass(6 * HOUR_MS);
			await startBoth();
			await eventually(dueNow, (due) => due.length === 0, PATIENCE_MS);
		}
	};

	beforeAll(async () => {
		engine = await open();
		location = (await engine.create()) as { url: string };
		receivers = await openReceivers(random);
		writeFileSync(clockFile, "0");
		await start(0);
		const headers = { authorization: `Bearer ${apis[0]?.key}`, "content-type": "application/json" };
		const call = async <Body>(path: string, body?: object) => {
			const answer = await fetch(`${apis[0]?.origin}${path}`, {
				...{ method: body ? "POST" : "GET", headers },
				...(body && { body: JSON.stringify(body) }),
			});
			const text = await answer.text();
			if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
			return JSON.parse(text) as Body;
		};
		const [own] = await call<{ id: string }[]>("/api/organizations");
		organizationId = own?.id ?? "";
		opened = await openAsIs(location, () => {});
		({ database } = opened);
		const path = `/api/organizations/${organizationId}/channels`;
		for (const name of ["hook-0", "hook-1", "hook-2"])
			await call(path, { name, target: { kind: "webhook", url: `${receivers.hooksUrl}/${name}` } });
		const rows = await database
			.selectFrom("channel")
			.select("channelId")
			.orderBy("channelId")
			.execute();
		channelIds = rows.map(({ channelId }) => channelId);
		await startBoth();
	}, 120_000);
	afterAll(async () => {
		await killBoth();
		await opened?.close();
		await receivers?.close();
		await engine?.close();
		directory.remove();
	});

	const accounted = () => {
		const byWhat = new Map<string, Accepted[]>();
		for (const one of receivers.accepted)
			byWhat.set(one.what, [...(byWhat.get(one.what) ?? []), one]);
		return {
			lost: [...expected].filter((what) => !byWhat.has(what)),
			unexpected: [...byWhat.keys()].filter((what) => !expected.has(what)),
			underTwoIds: [...byWhat].filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1),
			/** Repeated although no process died after the acceptance before. */
			repeatedWithoutKill: [...byWhat].filter(([, all]) =>
				all.some(({ at }, index) => {
					const before = all[index - 1];
					return before && !kills.some((kill) => kill >= before.at && kill <= at);
				}),
			),
		};
	};
	const NOTHING_AMISS = { lost: [], unexpected: [], underTwoIds: [], repeatedWithoutKill: [] };
	const repeated = () =>
		receivers.accepted.length - new Set(receivers.accepted.map(({ what }) => what)).size;

	it("sends everything exactly once while nothing dies, whatever the clocks of the apis say", async () => {
		for (const [round, aheadMs] of [0, 26 * HOUR_MS, -26 * HOUR_MS].entries()) {
			writeFileSync(clockFile, String(aheadMs));
			await announce(1000 + round);
			await eventually(waiting, (left) => left.length === 0, PATIENCE_MS);
		}
		writeFileSync(clockFile, "0");
		expect(accounted()).toEqual(NOTHING_AMISS);
		expect(repeated()).toBe(0);
	});

	it("enqueues the same thing for the same recipient once", async () => {
		expect(await announce(1000)).toEqual([]);
	});

	it("holds mails while the mail server is down for an hour, and sends each once when it is back", async () => {
		receivers.setMailDown(true);
		await announce(2000);
		await eventually(dueNow, (due) => due.length === 0, PATIENCE_MS);
		expect((await waiting()).every(({ lastAnswer }) => lastAnswer?.includes("421"))).toBe(true);
		await killBoth();
		await letPass(HOUR_MS / 2);
		await startBoth();
		await eventually(dueNow, (due) => due.length === 0, PATIENCE_MS);
		receivers.setMailDown(false);
		const before = repeated();
		await drain();
		expect(accounted()).toEqual(NOTHING_AMISS);
		expect(repeated()).toBe(before);
	});

	it(
		"loses nothing when processes are killed at any moment, and repeats only what was accepted and not yet noted, under the same id",
		async (context) => {
			let tried = 0;
			for (let round = 0; round < ROUNDS; round++) {
				writeFileSync(clockFile, String((some(3) - 1) * HOUR_MS));
				receivers.setMailDown(some(4) === 0);
				const isAtAcceptance = round % 2 === 0;
				let left = 1 + some(8);
				const killed = new Promise<void>((resolve) => {
					const act = async () => {
						if (--left !== 0) return;
						receivers.setOnAcceptance(async () => {});
						await (some(3) === 0 ? killBoth() : kill(some(2)));
						resolve();
					};
					if (isAtAcceptance) receivers.setOnAcceptance(act);
					else
						void pause(1000 + some(1500)).then(() => {
							left = 1;
							return act();
						});
				});
				tried += (await announce(round)).length;
				await killed;
				// The other one goes on, and the killed one comes back.
				await startBoth();
				receivers.setMailDown(false);
				await drain();
			}
			expect(accounted()).toEqual(NOTHING_AMISS);
			const statuses = await database.selectFrom("delivery").select("status").distinct().execute();
			expect(statuses).toEqual([{ status: "sent" }]);
			report(
				context,
				"–",
				`${tried} deliveries in ${ROUNDS} rounds, ${kills.length} kills: none lost, ${repeated()} repeated under the same id (seed ${seed})`,
			);
		},
		60_000 + ROUNDS * 40_000,
	);
});
