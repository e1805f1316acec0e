import { join } from "node:path";
import { type Database, openAsIs } from "@footfall/api/testing";
import { pause } from "@footfall/shared/waiting/pause";
import { type EventStore, openServer } from "@footfall/store";
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
import {
	type ClickHouseServer,
	missingClickHouse,
	startClickHouse,
} from "@footfall/testing/store/clickhouse-server";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROUNDS = rounds(1, 30);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Two days before Berlin's clocks go back. */
const START = Date.UTC(2026, 9, 23, 5);
/** When Berlin's clocks go back from 03:00 to 02:00. */
const CHANGE = Date.UTC(2026, 9, 25, 1);
/** In Berlin; the first one occurs twice on the day of the change. */
const HOURS = [2, 8] as const;
const OWNER = "owner@example.com";
/** Of both, in ms: how far the clock of an api may be from the other's. */
const JUMPS = [-HOUR_MS, 0, HOUR_MS];
const PLACES = [0, 1] as const;

/** When a daily report is due on a day (midnight UTC). */
const dueOn = (day: number, hour: number): number => {
	const wall = day + hour * HOUR_MS;
	return wall - (wall < CHANGE + 2 * HOUR_MS ? 2 : 1) * HOUR_MS;
};
const dayName = (day: number): string => {
	const part = (options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(day);
	return `${part({ weekday: "long" })}, ${part({ day: "numeric", month: "long", year: "numeric" })}`;
};

describeOnPostgres(
	"kill -9 of two apis whose clocks move, while reports fall due and alerts begin and end",
	(open) => {
		const directory = createTemporaryDirectory();
		const clockFiles = [join(directory.path, "one"), join(directory.path, "other")] as const;
		const seed = Number(process.env["SEED"] ?? Date.now());
		const random = createRandom(seed);
		const some = (most: number) => Math.floor(random() * most);
		let engine: Awaited<ReturnType<typeof open>>;
		let server: ClickHouseServer;
		let store: EventStore;
		let opened: Awaited<ReturnType<typeof openAsIs>>;
		let database: Database;
		let receivers: NoticeReceivers;
		let two: TwoApis;
		let key = "";
		let site: { siteId: number; name: string };
		let alertId: number;
		const expected = new Set<string>();

		/** What the machine's clock would say without jumps, in ms after now. */
		let ahead = START - Date.now();
		let passed = 0;
		const jumped: [number, number] = [0, 0];
		const setClocks = () => {
			for (const place of PLACES) setClock(clockFiles[place], ahead + jumped[place], passed);
		};
		const clockOf = (place: 0 | 1) => Date.now() + ahead + jumped[place];
		const running = () => PLACES.filter((place) => two.apis[place]);

		/** Time passes, for the clocks as for what is stored. */
		const pass = async (ms: number) => {
			ahead += ms;
			passed += ms;
			const interval = sql`${`${ms} milliseconds`}::interval`;
			await sql`UPDATE "delivery" SET "nextTryAt" = "nextTryAt" - ${interval}
				WHERE "status" = 'waiting' AND "leaseUntil" IS NULL`.execute(database);
			// What an api is trying is not left to another one as long as it runs.
			if (running().length === 0)
				await sql`UPDATE "delivery" SET "leaseUntil" = "leaseUntil" - ${interval}
					WHERE "leaseUntil" IS NOT NULL`.execute(database);
			setClocks();
		};
		const jump = (one: number, other = one) => {
			jumped[0] = one;
			jumped[1] = other;
			setClocks();
		};

		const call = async <Body>(path: string, body?: object, method = "POST") => {
			const api = two.apis.find(Boolean);
			const answer = await fetch(`${api?.origin}${path}`, {
				method: body ? method : "GET",
				headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
				...(body && { body: JSON.stringify(body) }),
			});
			const text = await answer.text();
			if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
			return JSON.parse(text) as Body;
		};

		/** The latest reading of a clock at which reports were looked for. */
		let latest = 0;
		const mailOf = (day: number) => `${OWNER} ${site.name}: ${dayName(day - DAY_MS)}`;
		/** Until the apis that run have looked for due reports; of several that are due, the newest is expected. */
		const reportsLookedFor = async () => {
			let looks = 0;
			const at = await eventually(
				async () => {
					// An api that looked just before time passed looks again a minute later.
					if (++looks % 10 === 0) await pass(MINUTE_MS);
					const reading = Math.max(0, ...running().map(clockOf));
					const due = await database
						.selectFrom("report_mail")
						.select("reportMailId")
						.where("nextDueAt", "<=", new Date(reading))
						.execute();
					return { reading, due };
				},
				({ due }) => due.length === 0,
			);
			for (const [place, hour] of HOURS.entries()) {
				const days = Array.from({ length: 60 }, (_, day) => Date.UTC(2026, 9, 20 + day));
				const newest = days.filter((day) => {
					const due = dueOn(day, hour);
					return due > latest && due <= at.reading;
				});
				const last = newest.at(-1);
				if (last !== undefined) expected.add(`${mailOf(last)} ${place}`);
			}
			latest = Math.max(latest, at.reading);
		};

		const waiting = () =>
			database
				.selectFrom("delivery")
				.select(["key", "recipient", "status", "tries", "lastAnswer", "nextTryAt", "leaseUntil"])
				.where("status", "=", "waiting")
				.execute();
		const dueNow = async () => {
			const now = new Date();
			return (await waiting()).filter(
				({ nextTryAt, leaseUntil }) => nextTryAt <= now || (leaseUntil && leaseUntil > now),
			);
		};
		const allSent = () => eventually(waiting, (left) => left.length === 0);
		/** Until nothing waits: time passes while both are down, then both run. */
		const drain = async () => {
			for (const minutes of [3, 10, 60, 180, 360, 360, 360, 360]) {
				await two.killBoth();
				await pass(minutes * MINUTE_MS);
				await two.startBoth();
				await reportsLookedFor();
				await eventually(dueNow, (due) => due.length === 0);
				if ((await waiting()).length === 0) return;
			}
			expect(await waiting()).toEqual([]);
		};

		const turn = async () => {
			const row = await database
				.selectFrom("alert_turn")
				.select("minute")
				.executeTakeFirstOrThrow();
			return row.minute;
		};
		const state = async () => {
			const { state: now } = await database
				.selectFrom("alert_rule")
				.select("state")
				.where("alertId", "=", alertId)
				.executeTakeFirstOrThrow();
			return now;
		};
		/** A minute passes, and is evaluated if an api lives for long enough. */
		const minute = async () => {
			const before = await turn();
			await pass(MINUTE_MS);
			const until = performance.now() + 1500;
			while (running().length > 0 && performance.now() < until && (await turn()) === before)
				await pause(20);
		};
		/** Page views in each minute, whatever an api takes for the present; or none at all. */
		const setBusy = async (isBusy: boolean) => {
			await store.command("TRUNCATE TABLE events");
			const from = Date.now() + ahead - 3 * HOUR_MS;
			if (isBusy)
				await store.command(
					`INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, pathname, hostname)
					SELECT ${site.siteId}, at, at, toString(generateUUIDv4()), 'pageview', rand64(), rand64(), '/', 'site.example'
					FROM (SELECT fromUnixTimestamp64Milli(toInt64(${from} + number * 3000), 'UTC') AS at FROM numbers(${6 * 1200}))`,
				);
		};
		let bursts = 0;
		/** Many page views until the alert fires, then none until it is over; in each minute something may happen. */
		const burst = async (happen: () => Promise<void> = async () => {}) => {
			const name = `Burst ${++bursts}`;
			await call(`/api/sites/${site.siteId}/alerts/${alertId}`, { name }, "PUT");
			for (const recipient of ["/hook", OWNER])
				for (const word of ["Alert", "Over"])
					expected.add(`${recipient} ${word}: ${name} (${site.name})`);
			for (const { isBusy, until } of [
				{ isBusy: true, until: "firing" },
				{ isBusy: false, until: "ok" },
			]) {
				await setBusy(isBusy);
				for (let minutes = 0; (await state()) !== until; minutes++) {
					expect(minutes, `minutes until ${name} is ${until}`).toBeLessThan(90);
					await happen();
					await minute();
				}
			}
		};

		/** Mails of both reports have the same subject: they are told apart by their Message-IDs. */
		const placeOfReport = new Map<string, number>();
		const accepted = async () => {
			const rows = await sql<{ id: string; place: number }>`
				SELECT encode(sha256(convert_to("recipient" || E'\n' || "key" || E'\n' || "copy", 'UTF8')), 'hex') AS "id",
					split_part("key", ':', 2)::integer AS "place"
				FROM "delivery" WHERE "key" LIKE 'report:%'`.execute(database);
			const least = Math.min(...rows.rows.map(({ place }) => place));
			for (const { id, place } of rows.rows) placeOfReport.set(id.slice(0, 32), place - least);
			return receivers.accepted.map((one) => {
				const place = placeOfReport.get(one.id.replace(/^<|@.*$/g, ""));
				return place === undefined ? one : { ...one, what: `${one.what} ${place}` };
			});
		};
		const accounted = async () => accountedNotices(await accepted(), expected, two.kills);
		const repeated = async () => repeatedNotices(await accepted());

		beforeAll(async () => {
			[engine, server, receivers] = await Promise.all([
				open(),
				startClickHouse(),
				openNoticeReceivers(random),
			]);
			const location = (await engine.create()) as { url: string };
			const storeUrl = await server.createDatabase();
			store = await openServer({ url: storeUrl });
			two = createTwoApis({
				...{ databaseUrl: location.url, smtpUrl: receivers.smtpUrl, storeUrl, clockFiles },
			});
			setClocks();
			({ key = "" } = await two.start(0));
			opened = await openAsIs(location, () => {});
			({ database } = opened);
			const [organization] = await call<{ id: string }[]>("/api/organizations");
			const path = `/api/organizations/${organization?.id}`;
			site = await database
				.selectFrom("site")
				.select(["siteId", "name"])
				.orderBy("siteId")
				.executeTakeFirstOrThrow();
			const owner = await database.selectFrom("user").select("id").executeTakeFirstOrThrow();
			for (const hour of HOURS)
				await call(`${path}/report-mails`, {
					...{ name: `Of ${hour}`, siteId: site.siteId, every: "day", hour },
					...{ timeZone: "Europe/Berlin", recipients: [{ userId: owner.id }] },
				});
			const channel = async (name: string, target: object) =>
				(await call<{ channelId: number }>(`${path}/channels`, { name, target })).channelId;
			const channelIds = [
				await channel("Hook", { kind: "webhook", url: `${receivers.hooksUrl}/hook` }),
				await channel("Mail", { kind: "mail", address: OWNER }),
			];
			const rule = { condition: "above", metric: "pageviews", threshold: 50, window: "5m" };
			({ alertId } = await call<{ alertId: number }>(`/api/sites/${site.siteId}/alerts`, {
				...{ name: "Burst", rule: { ...rule, cooldownMinutes: 0, channelIds } },
			}));
			latest = clockOf(0);
			await two.startBoth();
		}, 120_000);
		afterAll(async () => {
			await two?.killBoth();
			await opened?.close();
			await store?.close();
			await receivers?.close();
			await server?.close();
			await engine?.close();
			directory.remove();
		});

		it("mails each report once over the change to winter time, although clocks jump by an hour", async () => {
			const at = (time: number) => time - (Date.now() + ahead);
			for (const hours of [-25, -23.4, -17, -5, -1.5, -0.9]) {
				await pass(at(CHANGE + hours * HOUR_MS));
				await reportsLookedFor();
			}
			for (const [one, other] of [
				[0, 0],
				[-HOUR_MS, -HOUR_MS],
				[0, HOUR_MS],
				[HOUR_MS, 0],
				[0, 0],
			] as const) {
				jump(one, other);
				await pass(20 * MINUTE_MS);
				await reportsLookedFor();
			}
			await pass(at(CHANGE + 7 * HOUR_MS));
			await reportsLookedFor();
			await allSent();
			expect(await accounted()).toEqual(NOTHING_AMISS);
			expect(await repeated()).toBe(0);
			// Two reports on three days, without the first one of the first day.
			expect(receivers.accepted).toHaveLength(5);
		});

		it("sends each begin and end of an alert once although clocks jump, and holds mails while the mail server is down for an hour", async () => {
			receivers.setMailDown(true);
			let minutes = 0;
			await burst(async () => {
				if (minutes++ % 8 === 0) jump(JUMPS[some(3)] ?? 0, JUMPS[some(3)] ?? 0);
			});
			jump(0);
			await pass(HOUR_MS);
			await eventually(dueNow, (due) => due.length === 0);
			expect((await waiting()).map(({ recipient }) => recipient)).toHaveLength(2);
			receivers.setMailDown(false);
			await pass(6 * HOUR_MS);
			await reportsLookedFor();
			await allSent();
			expect(await accounted()).toEqual(NOTHING_AMISS);
			expect(await repeated()).toBe(0);
		});

		it("mails only the newest report that fell due while both were down, and says that it is late", async () => {
			await two.killBoth();
			await pass(3 * DAY_MS + 10 * MINUTE_MS);
			const before = receivers.accepted.length;
			await two.startBoth();
			await reportsLookedFor();
			await allSent();
			const late = receivers.accepted.slice(before);
			expect(late).toHaveLength(2);
			for (const { text } of late) expect(text).toContain("This mail is late: it was due on");
			expect(await accounted()).toEqual(NOTHING_AMISS);
		});

		it(
			"loses nothing when apis are killed at any moment, and repeats only what was accepted and not yet noted, under the same id",
			async (context) => {
				for (let round = 0; round < ROUNDS; round++) {
					jump(JUMPS[some(3)] ?? 0, JUMPS[some(3)] ?? 0);
					receivers.setMailDown(some(4) === 0);
					const killing: Promise<unknown>[] = [];
					const killOne = async () => {
						await (some(4) === 0 ? two.killBoth() : two.kill(some(2) as 0 | 1));
					};
					let left = 1 + some(3);
					receivers.setOnAcceptance(async () => {
						if (--left === 0) await killOne();
					});
					let kills = 3;
					await burst(async () => {
						if (running().length === 0 || some(4) === 0) await two.startBoth();
						if (some(8) === 0) jump(JUMPS[some(3)] ?? 0, JUMPS[some(3)] ?? 0);
						if (some(5) === 0 && kills-- > 0) killing.push(pause(random() * 400).then(killOne));
					});
					// Reports fall due, and whoever makes them may be killed.
					for (let hours = 0; hours < 24; hours += 6) {
						await two.startBoth();
						await pass(6 * HOUR_MS);
						if (some(3) === 0) killing.push(pause(random() * 1500).then(killOne));
						await reportsLookedFor();
					}
					await Promise.all(killing);
					receivers.setOnAcceptance(async () => {});
					receivers.setMailDown(false);
					await drain();
				}
				expect(await accounted()).toEqual(NOTHING_AMISS);
				const statuses = await database
					.selectFrom("delivery")
					.select("status")
					.distinct()
					.execute();
				expect(statuses).toEqual([{ status: "sent" }]);
				report(
					context,
					"–",
					`${receivers.accepted.length} reports and alerts in ${ROUNDS} rounds, ${two.kills.length} kills: none lost, ${await repeated()} repeated under the same id (seed ${seed})`,
				);
			},
			120_000 + ROUNDS * 60_000,
		);
	},
	missingClickHouse(),
);
