import { join } from "node:path";
import { type Database, enqueue, type NewDelivery, openAsIs } from "@footfall/api/testing";
import { pause } from "@footfall/shared/waiting/pause";
import { describeOnPostgres } from "@footfall/testing/api/databases";
import { eventually } from "@footfall/testing/eventually";
import {
	accountedNotices,
	NOTHING_AMISS,
	repeatedNotices,
} from "@footfall/testing/notices/accounted-notices";
import {
	type NoticeReceivers,
	openNoticeReceivers,
} from "@footfall/testing/notices/notice-receivers";
import { createTwoApis, type TwoApis } from "@footfall/testing/notices/two-apis";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { setClock } from "@footfall/testing/product/set-clock";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROUNDS = rounds(2, 40);
const RECIPIENTS = 6;
const OF_EACH = 3;
const HOUR_MS = 3_600_000;

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
	let receivers: NoticeReceivers;
	let two: TwoApis;
	let organizationId: string;
	let channelIds: readonly number[];
	const expected = new Set<string>();

	/** For what is stored, time passes while nothing runs. */
	const letPass = async (ms: number) => {
		expect(two.apis).toEqual([undefined, undefined]);
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
			await two.killBoth();
			await letPass(6 * HOUR_MS);
			await two.startBoth();
			await eventually(dueNow, (due) => due.length === 0);
		}
	};

	beforeAll(async () => {
		engine = await open();
		location = (await engine.create()) as { url: string };
		receivers = await openNoticeReceivers(random);
		setClock(clockFile, 0);
		two = createTwoApis({
			...{ databaseUrl: location.url, smtpUrl: receivers.smtpUrl },
			// The second one's clock is moved.
			clockFiles: [undefined, clockFile],
		});
		const { origin, key } = await two.start(0);
		const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
		const call = async <Body>(path: string, body?: object) => {
			const answer = await fetch(`${origin}${path}`, {
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
		await two.startBoth();
	}, 120_000);
	afterAll(async () => {
		await two?.killBoth();
		await opened?.close();
		await receivers?.close();
		await engine?.close();
		directory.remove();
	});

	const accounted = () => accountedNotices(receivers.accepted, expected, two.kills);
	const repeated = () => repeatedNotices(receivers.accepted);

	it("sends everything exactly once while nothing dies, whatever the clocks of the apis say", async () => {
		for (const [round, aheadMs] of [0, 26 * HOUR_MS, -26 * HOUR_MS].entries()) {
			setClock(clockFile, aheadMs);
			await announce(1000 + round);
			await eventually(waiting, (left) => left.length === 0);
		}
		setClock(clockFile, 0);
		expect(accounted()).toEqual(NOTHING_AMISS);
		expect(repeated()).toBe(0);
	});

	it("enqueues the same thing for the same recipient once", async () => {
		expect(await announce(1000)).toEqual([]);
	});

	it("holds mails while the mail server is down for an hour, and sends each once when it is back", async () => {
		receivers.setMailDown(true);
		await announce(2000);
		await eventually(dueNow, (due) => due.length === 0);
		expect((await waiting()).every(({ lastAnswer }) => lastAnswer?.includes("421"))).toBe(true);
		await two.killBoth();
		await letPass(HOUR_MS / 2);
		await two.startBoth();
		await eventually(dueNow, (due) => due.length === 0);
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
				setClock(clockFile, (some(3) - 1) * HOUR_MS);
				receivers.setMailDown(some(4) === 0);
				const isAtAcceptance = round % 2 === 0;
				let left = 1 + some(8);
				const killed = new Promise<void>((resolve) => {
					const act = async () => {
						if (--left !== 0) return;
						receivers.setOnAcceptance(async () => {});
						await (some(3) === 0 ? two.killBoth() : two.kill(some(2) as 0 | 1));
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
				await two.startBoth();
				receivers.setMailDown(false);
				await drain();
			}
			expect(accounted()).toEqual(NOTHING_AMISS);
			const statuses = await database.selectFrom("delivery").select("status").distinct().execute();
			expect(statuses).toEqual([{ status: "sent" }]);
			report(
				context,
				"–",
				`${tried} deliveries in ${ROUNDS} rounds, ${two.kills.length} kills: none lost, ${repeated()} repeated under the same id (seed ${seed})`,
			);
		},
		60_000 + ROUNDS * 40_000,
	);
});
