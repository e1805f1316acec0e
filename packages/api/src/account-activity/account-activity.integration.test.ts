import { silentLogger } from "@footfall/shared/logger";
import { setUpApp } from "@footfall/testing/accounts/set-up-app";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import {
	bearer,
	cookieOf,
	INTERNAL_TOKEN,
	OWNER,
	startTestApi,
} from "@footfall/testing/api/test-api";
import { afterEach, describe, expect, it, vi } from "vitest";
import { insertAccount } from "../accounts/create-account.ts";
import { ADMIN_PATH } from "../constants/internal-paths.ts";
import { openDatabase } from "../database/open.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { purgeSignIns } from "./purge-sign-ins.ts";
import type { ReadClient } from "./read-client.ts";

const PASSWORD = "correct horse";
const AUTH = "/api/auth";
/** Addresses of the test that have a place. */
const IN_KIEL = "198.51.100.7";

const readClient: ReadClient = ({ headers, address }) => ({
	browser: headers["user-agent"] === "a phone" ? "Firefox" : "",
	operatingSystem: headers["user-agent"] === "a phone" ? "Android" : "",
	deviceType: headers["user-agent"] === "a phone" ? "Mobile" : "",
	...(address === IN_KIEL
		? { country: "DE", region: "DE-SH", city: "Kiel" }
		: { country: "", region: "", city: "" }),
});
const PHONE = { "user-agent": "a phone", "x-forwarded-for": IN_KIEL };
const ON_PHONE = { browser: "Firefox", operatingSystem: "Android", deviceType: "Mobile" };
const PLACE = { country: "DE", region: "DE-SH", city: "Kiel" };

interface Listed {
	way: string;
	outcome: string;
	detail: string | null;
}

onEachDatabase(
	"where people sign in",
	(stage) => {
		afterEach(() => {
			vi.useRealTimers();
		});

		const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = PHONE) =>
			stage.api.ask(`${AUTH}/sign-in/email`, { headers, body: { email, password } });
		const history = async (headers: Record<string, string>) => {
			const { body } = await stage.api.ask("/api/user/sign-ins", { headers });
			return (body as { data: (Listed & Record<string, unknown>)[] }).data;
		};
		/** Failures are kept after they were answered. */
		const historyOf = async (headers: Record<string, string>, count: number) => {
			await vi.waitFor(async () => expect(await history(headers)).toHaveLength(count));
			return history(headers);
		};
		const asText = ({ way, outcome, detail }: Listed) =>
			[way, outcome, ...(detail === null ? [] : [detail])].join(" ");
		const memberPath = async (userId: string) =>
			`${stage.api.organization}/members/${await stage.api.memberIdOf(userId)}`;

		it("is shown beside each session, with the time of its last request", async () => {
			const { email } = await stage.api.signUp("device");
			const phone = cookieOf(await signIn(email));
			await stage.api.ask("/api/user/organizations", { headers: phone });
			const { body } = await stage.api.ask(`${AUTH}/list-sessions`, { headers: phone });
			const sessions = body as Record<string, unknown>[];
			expect(sessions).toHaveLength(2);
			expect(sessions.find(({ city }) => city === "Kiel")).toMatchObject({
				...{ ...ON_PHONE, ...PLACE, ipAddress: "" },
				lastSeenAt: expect.stringMatching(/Z$/),
			});
			expect(JSON.stringify(body)).not.toContain(IN_KIEL);
		});

		it("keeps successes and failures, newest first, with browser and place and without the address", async () => {
			const account = await stage.api.signUp("history");
			await signIn(account.email);
			await signIn(account.email, "wrong horse");
			const kept = await historyOf(account.cookie, 3);
			expect(kept.map(asText)).toEqual([
				"password wrong",
				"password signed-in",
				"sign-up signed-in",
			]);
			expect(kept[0]).toMatchObject({ ...ON_PHONE, ...PLACE });
			expect(JSON.stringify(kept)).not.toContain(IN_KIEL);
		});

		it("keeps nothing for addresses without an account", async () => {
			const location = await stage.create();
			const api = await startTestApi(location, { readClient });
			const cookie = await api.signIn();
			for (const email of ["nobody@example.com", OWNER.email]) {
				const body = { email, password: "wrong horse" };
				expect((await api.ask(`${AUTH}/sign-in/email`, { body })).status).toBe(401);
			}
			await vi.waitFor(async () =>
				expect((await api.ask("/api/user/sign-ins", { headers: cookie })).body).toMatchObject({
					data: [{ outcome: "wrong" }, { outcome: "signed-in" }],
				}),
			);
			await api.close();
			const { database, close } = await openDatabase(location, () => {});
			expect(await database.selectFrom("sign_in").select("outcome").execute()).toHaveLength(2);
			await close();
		});

		it("tells a right password without the second factor from a sign-in, and keeps wrong codes", async () => {
			const account = await stage.api.signUp("factor");
			const verify = (headers: Record<string, string>, code: string, kind = "totp") =>
				stage.api.ask(`${AUTH}/two-factor/verify-${kind}`, { headers, body: { code } });
			// Setting up is no sign-in, whether the code is right or not.
			const { cookie: own, recoveryCodes } = await setUpApp(stage.api, account.cookie, {
				mistakes: ["000000"],
			});
			await verify(cookieOf(await signIn(account.email)), "000000");
			const asked = cookieOf(await signIn(account.email));
			expect((await verify(asked, recoveryCodes[0] ?? "", "backup-code")).status).toBe(200);
			expect((await historyOf(own, 5)).map(asText)).toEqual([
				"recovery-code signed-in",
				"password factor-asked",
				"code wrong",
				"password factor-asked",
				"sign-up signed-in",
			]);
		});

		it("keeps links that were used or came too late", async () => {
			const account = await stage.api.signUp("linked");
			const link = async () => {
				const parameters = ["sign-in-link", "--email", account.email];
				const headers = bearer(INTERNAL_TOKEN);
				const { body } = await stage.api.ask(ADMIN_PATH, { headers, body: { parameters } });
				return /#([\w-]{32})/.exec(JSON.stringify(body))?.[1];
			};
			const open = (token: string | undefined) =>
				stage.api.ask(`${AUTH}/sign-in-link`, { body: { token } });
			expect((await open(await link())).status).toBe(200);
			const late = await link();
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
			expect((await open(late)).status).toBe(401);
			vi.useRealTimers();
			expect((await historyOf(account.cookie, 3)).map(asText)).toEqual([
				"link expired",
				"link signed-in",
				"sign-up signed-in",
			]);
		});

		it("can be seen only by oneself and administrators, who see no city and nothing from before the membership", async () => {
			const { api } = stage;
			const account = await api.signUp("joining");
			await signIn(account.email, "wrong horse");
			await historyOf(account.cookie, 2);
			await api.ask(`${api.organization}/members`, {
				headers: api.as.owner,
				body: { email: account.email, role: "member" },
			});
			const phone = cookieOf(await signIn(account.email));
			const path = await memberPath(account.id);
			const { body } = await api.ask(`${path}/sign-ins`, { headers: api.as.admin });
			expect(body).toEqual({
				data: [
					{
						...{ id: expect.any(String), at: expect.any(String), detail: null },
						...{ way: "password", outcome: "signed-in", ...ON_PHONE, country: "DE" },
					},
				],
				totalCount: 1,
			});
			const sessions = await api.ask(`${path}/sessions`, { headers: api.as.admin });
			expect(sessions.body).toMatchObject({ data: [{ ...ON_PHONE, country: "DE" }, {}] });
			expect(JSON.stringify(sessions.body)).not.toMatch(/Kiel|DE-SH|token/);
			for (const rest of ["/sign-ins", "/sessions"])
				expect((await api.ask(path + rest, { headers: phone })).status).toBe(403);
		});

		describe("all sessions of a member", () => {
			it("end when an administrator says so, which the audit log shows", async () => {
				const { api } = stage;
				const account = await api.join("member", "lost-laptop");
				const phone = cookieOf(await signIn(account.email));
				const path = await memberPath(account.id);
				const end = () => api.ask(`${path}/sessions`, { method: "DELETE", headers: api.as.admin });
				expect((await end()).body).toEqual({ ended: 2 });
				for (const headers of [phone, account.cookie])
					expect((await api.ask("/api/user/organizations", { headers })).status).toBe(401);
				expect((await end()).body).toEqual({ ended: 0 });
				const log = await api.ask(`${api.organization}/audit-log?action=member.end-sessions`, {
					headers: api.as.owner,
				});
				expect(log.body).toMatchObject({ data: [{ target: `${path}/sessions` }, {}] });
			});

			it("stay open for administrators who have fewer rights, and for oneself", async () => {
				const { api } = stage;
				const session = await api.ask(`${AUTH}/get-session`, { headers: api.as.owner });
				const { user } = session.body as { user: { id: string } };
				const path = `${await memberPath(user.id)}/sessions`;
				for (const headers of [api.as.admin, api.as.owner])
					expect((await api.ask(path, { method: "DELETE", headers })).status).toBe(403);
				expect((await api.ask("/api/user/organizations", { headers: api.as.owner })).status).toBe(
					200,
				);
			});
		});

		describe("a person of several organizations", () => {
			/** An organization of a new founder, with this person as its viewer. */
			const joined = async (name: string, email: string) => {
				const { api } = stage;
				const founder = await api.signUp(name);
				const slug = `${name}-${founder.id.slice(0, 8).toLowerCase()}`;
				const made = await api.ask(`${AUTH}/organization/create`, {
					headers: founder.cookie,
					body: { name, slug },
				});
				const members = `/api/organizations/${(made.body as { id: string }).id}/members`;
				// The instance's administrator adds people without an invitation.
				const added = await api.ask(members, {
					headers: api.as.owner,
					body: { email, role: "viewer" },
				});
				expect(added.status).toBeLessThan(300);
				const { body } = await api.ask(members, { headers: founder.cookie });
				const { data } = body as { data: { id: string; user: { email: string } }[] };
				const member = data.find(({ user }) => user.email === email);
				return { founder, sessions: `${members}/${member?.id}/sessions` };
			};

			it("keeps all sessions as an administrator of the instance, whoever runs one of the organizations", async () => {
				const { api } = stage;
				const { founder, sessions } = await joined("takes-over", OWNER.email);
				const end = (headers: Record<string, string>) =>
					api.ask(sessions, { method: "DELETE", headers });
				expect((await end(founder.cookie)).status).toBe(403);
				expect((await api.ask("/api/user/organizations", { headers: api.as.owner })).status).toBe(
					200,
				);
			});

			it("keeps printed links when one organization ends the sessions, and is asked for the second factor again", async () => {
				const { api } = stage;
				const account = await api.join("member", "in-two");
				const { founder, sessions } = await joined("one-of-two", account.email);
				const { recoveryCodes } = await setUpApp(api, account.cookie);
				let answer = await api.ask(`${AUTH}/two-factor/verify-backup-code`, {
					headers: cookieOf(await signIn(account.email)),
					body: { code: recoveryCodes[0], trustDevice: true },
				});
				/** Whether the remembered browser is asked for a code; each sign-in renews its cookie. */
				const isAsked = async () => {
					const cookie = cookieOf(answer)
						.cookie.split("; ")
						.find((pair) => pair.includes("trust_device"));
					answer = await signIn(account.email, PASSWORD, { ...PHONE, cookie: cookie ?? "" });
					return (answer.body as { twoFactorRedirect?: boolean }).twoFactorRedirect === true;
				};
				expect(await isAsked()).toBe(false);
				const printed = await api.ask(ADMIN_PATH, {
					headers: bearer(INTERNAL_TOKEN),
					body: { parameters: ["sign-in-link", "--email", account.email] },
				});
				const token = /#([\w-]{32})/.exec(JSON.stringify(printed.body))?.[1];
				const ended = await api.ask(sessions, { method: "DELETE", headers: founder.cookie });
				expect([ended.status, await isAsked()]).toEqual([200, true]);
				const opened = await api.ask(`${AUTH}/sign-in-link`, { body: { token } });
				expect([opened.status, opened.body]).toEqual([
					200,
					expect.objectContaining({ twoFactorRedirect: true }),
				]);
			});
		});

		describe("the history of an account", () => {
			/** An accounts database with an account. */
			const setUp = async () => {
				const { database, close } = await openDatabase(await stage.create(), () => {});
				const email = "ann@example.com";
				const userId = await insertAccount(database, { email, name: "Ann", passwordHash: "" });
				const client = readClient({ headers: {}, address: "" });
				const note = (outcome: "signed-in" | "wrong") =>
					noteSignIn(database, { email }, { way: "password", outcome, client });
				const counts = async () => {
					const rows = await database.selectFrom("sign_in").select("outcome").execute();
					const of = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length;
					return { successes: of("signed-in"), failures: of("wrong") };
				};
				return { database, close, userId, note, counts };
			};

			it("keeps 200 failures, which displace no success", async () => {
				const { note, counts, close } = await setUp();
				await note("signed-in");
				for (let failure = 0; failure < 203; failure += 1) await note("wrong");
				expect(await counts()).toEqual({ successes: 1, failures: 200 });
				await close();
			});

			it("ends after 90 days, and with the account", async () => {
				const { database, note, counts, userId, close } = await setUp();
				await note("signed-in");
				await database
					.updateTable("sign_in")
					.set({ at: new Date(Date.now() - 91 * 86_400_000) })
					.execute();
				await note("wrong");
				await purgeSignIns(database, new AbortController().signal);
				expect(await counts()).toEqual({ successes: 0, failures: 1 });
				await database.deleteFrom("user").where("id", "=", userId).execute();
				expect(await counts()).toEqual({ successes: 0, failures: 0 });
				await close();
			});
		});
	},
	{ readClient, logger: silentLogger },
);
