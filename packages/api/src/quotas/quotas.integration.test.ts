import { randomUUID } from "node:crypto";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer } from "@footfall/testing/api/test-api";
import { eventually } from "@footfall/testing/eventually";
import { expect, it } from "vitest";

const MOST = 3;
const goal = { name: "Thanks", goalType: "path", config: { pathPattern: "/thanks" } };
const segment = {
	name: "Germans",
	filters: [{ parameter: "country", type: "equals", value: ["DE"] }],
};
const question = { name: "Q", view: "number", question: { metrics: ["sessions"] } };
const alert = {
	name: "A",
	rule: { condition: "above", metric: "sessions", threshold: 10 },
};
const annotation = { title: "Launch", date: "2026-01-01" };
const steps = ["/", "/thanks"].map((value) => ({ type: "page", value }));

const quotas = {
	organizations: MOST,
	sites: MOST,
	teams: MOST,
	goals: MOST,
	funnels: MOST,
	segments: MOST,
	annotations: MOST,
	alerts: MOST,
	questions: MOST,
	boards: MOST,
	invitations: MOST,
};

onEachDatabase(
	"a quota that is set",
	(stage) => {
		const post = (path: string, headers: Record<string, string>, body: object) =>
			stage.api.ask(path, { headers, body });
		/** An ordinary account with an organization of its own and a site in it. */
		const founder = async () => {
			const { cookie } = await stage.api.signUp("founder");
			const slug = randomUUID();
			const made = await post("/api/auth/organization/create", cookie, { name: slug, slug });
			const { id } = made.body as { id: string };
			const organization = `/api/organizations/${id}`;
			const site = await post(`${organization}/sites`, cookie, { name: "A", domain: "a.example" });
			const { siteId } = site.body as { siteId: number };
			return { cookie, id, organization, site: `/api/sites/${siteId}` };
		};
		const refusal = (variable: string) => ({
			code: "QUOTA_REACHED",
			quota: variable,
			most: MOST,
			error: expect.stringMatching(/^Quota reached: at most 3 /),
			resolution: expect.stringContaining(variable),
		});
		/** How many of many concurrent requests succeed, and the errors of the others. */
		const made = async (make: (index: number) => ReturnType<typeof post>) => {
			const answers = await Promise.all(
				Array.from({ length: MOST + 3 }, (_, index) => make(index)),
			);
			const refused = answers.filter(({ status }) => status >= 300);
			expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]));
			return { count: answers.length - refused.length, told: refused[0]?.body };
		};

		it("stop an account at its limit, also for concurrent requests, with a 400 that names the limit", async () => {
			const { cookie, id, organization, site } = await founder();
			const cases: [string, number, (index: number) => ReturnType<typeof post>][] = [
				[
					"QUOTA_ORGANIZATIONS",
					MOST - 1,
					() => {
						const slug = randomUUID();
						return post("/api/auth/organization/create", cookie, { name: slug, slug });
					},
				],
				[
					"QUOTA_SITES",
					MOST - 1,
					(index) =>
						post(`${organization}/sites`, cookie, { name: "B", domain: `b${index}.example` }),
				],
				[
					"QUOTA_TEAMS",
					MOST,
					(index) => post(`${organization}/teams`, cookie, { name: `Team ${index}` }),
				],
				["QUOTA_GOALS", MOST, () => post(`${site}/goals`, cookie, goal)],
				[
					"QUOTA_FUNNELS",
					MOST,
					(index) => post(`${site}/funnels`, cookie, { name: `Funnel ${index}`, steps }),
				],
				["QUOTA_SEGMENTS", MOST, () => post(`${site}/segments`, cookie, segment)],
				["QUOTA_ANNOTATIONS", MOST, () => post(`${site}/annotations`, cookie, annotation)],
				["QUOTA_ALERTS", MOST, () => post(`${site}/alerts`, cookie, alert)],
				["QUOTA_QUESTIONS", MOST, () => post(`${site}/questions`, cookie, question)],
				["QUOTA_BOARDS", MOST, () => post(`${site}/boards`, cookie, { name: "B" })],
				[
					"QUOTA_INVITATIONS_PER_DAY",
					MOST,
					(index) =>
						post("/api/auth/organization/invite-member", cookie, {
							organizationId: id,
							email: `${index}@guest.example`,
							role: "member",
						}),
				],
			];
			for (const [variable, count, make] of cases)
				expect(await made(make), variable).toEqual({
					count,
					told: expect.objectContaining(refusal(variable)),
				});
		});

		it("free capacity when something is deleted, and allow changes at the limit", async () => {
			const { cookie, site } = await founder();
			await made(() => post(`${site}/goals`, cookie, goal));
			const { body } = await stage.api.ask(`${site}/goals?time_zone=UTC`, { headers: cookie });
			const [{ goalId }] = (body as { data: { goalId: number }[] }).data as [{ goalId: number }];
			const one = { headers: cookie, body: goal };
			const change = await stage.api.ask(`${site}/goals/${goalId}`, { ...one, method: "PUT" });
			expect(change.status).toBe(200);
			await stage.api.ask(`${site}/goals/${goalId}`, { headers: cookie, method: "DELETE" });
			expect((await made(() => post(`${site}/goals`, cookie, goal))).count).toBe(1);
		});

		it("count every invitation mail, also a repeated one or one to an existing account", async () => {
			const { cookie, id, organization } = await founder();
			const { email } = await stage.api.signUp("guest");
			const added = await post(`${organization}/members`, cookie, { email, role: "member" });
			expect(added.status).toBe(201);
			const again = { organizationId: id, email: "a@guest.example", role: "member", resend: true };
			const { count, told } = await made(() =>
				post("/api/auth/organization/invite-member", cookie, again),
			);
			expect([count, told]).toEqual([
				MOST - 1,
				expect.objectContaining(refusal("QUOTA_INVITATIONS_PER_DAY")),
			]);
		});

		it("skip an import's definitions beyond the limit, and report how many", async () => {
			const { cookie, site } = await founder();
			const path = `${site}/imports`;
			const begun = await post(path, cookie, { platform: "footfall" });
			const { importId } = (begun.body as { data: { importId: string } }).data;
			const goals = Array.from({ length: MOST + 2 }, (_, index) => ({
				kind: "goal",
				...goal,
				name: `Goal ${index}`,
			}));
			await post(`${path}/${importId}/events`, cookie, { events: goals, isLastBatch: true });
			const { definitions, skipped } = await eventually(
				async () => {
					const { body } = await stage.api.ask(path, { headers: cookie });
					return (body as { data: Record<string, unknown>[] }).data[0] ?? {};
				},
				({ completedAt }) => Boolean(completedAt),
			);
			expect([definitions, skipped]).toEqual([{ goals: MOST }, { "goals beyond the quota": 2 }]);
		});

		it("apply to an organization's key as well", async () => {
			const { cookie, organization } = await founder();
			const { body } = await post(`${organization}/api-keys`, cookie, { name: "deploy" });
			const key = bearer((body as { key: string }).key);
			const sites = await made((index) =>
				post(`${organization}/sites`, key, { name: "K", domain: `k${index}.example` }),
			);
			expect(sites.count).toBe(MOST);
		});

		it("apply to the instance's administrator if the operator sets them", async () => {
			const { organization, as } = stage.api;
			const teams = await made((index) =>
				post(`${organization}/teams`, as.owner, { name: `Team ${index}` }),
			);
			expect(teams.count).toBe(MOST);
		});
	},
	{ quotas },
);

onEachDatabase("the default quotas", (stage) => {
	it("refuse an account its 26th organization, but not the administrator of the instance", async () => {
		const { cookie } = await stage.api.signUp("founder");
		const create = (headers: Record<string, string>) => {
			const slug = randomUUID();
			return stage.api.ask("/api/auth/organization/create", {
				headers,
				body: { name: slug, slug },
			});
		};
		const statuses = async (headers: Record<string, string>) => {
			const answers = [];
			for (let index = 0; index < 26; index++) answers.push((await create(headers)).status);
			return answers;
		};
		const fine = Array<number>(25).fill(200);
		expect(await statuses(cookie)).toEqual([...fine, 400]);
		expect(await statuses(stage.api.as.owner)).toEqual([...fine, 200]);
	});
});
