import { randomUUID } from "node:crypto";
import { CALLERS, POLICIES, ROUTES } from "@footfall/testing/api/access-table";
import { type TestDatabases, testDatabases } from "@footfall/testing/api/databases";
import { serveTestApp } from "@footfall/testing/api/serve-test-app";
import { anyAddress, cookieOf } from "@footfall/testing/api/test-api";
import { createRandom } from "@footfall/testing/random";
import { SEED } from "@footfall/testing/setup/property-seed";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openDatabase } from "./database/open.ts";
import { describedRoutes } from "./document.ts";
import type { Imports } from "./imports/imports.ts";
import { insertOrganization } from "./organizations/create-organization.ts";
import { insertMember } from "./organizations/membership.ts";
import type { Route } from "./routing/route.ts";
import { insertSite } from "./sites/create-site.ts";

type Headers = Record<string, string>;

const ROLES = ["viewer", "member", "admin", "owner"] as const;
type Role = (typeof ROLES)[number];

const PEOPLE = 6;
const ORGANIZATIONS = 3;
const SITES = 5;
const ROUNDS = 5;
/** Requests between two changes of the world. */
const PER_CHANGE = 20;

const random = createRandom(SEED);
const below = (count: number) => Math.floor(random() * count);
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
const chance = (of: number) => random() < of;

/** The guard is real; the handlers behind it only report that they were reached. */
const reached = (route: Route): Route => {
	const { params: _, query: _query, body: _body, audit: _audit, status: _status, ...rest } = route;
	return { ...rest, response: z.any(), handle: async () => "reached" };
};

const POLICY_OF = new Map(
	ROUTES.flatMap(({ policy, routes }) => routes.map((name) => [name, policy] as const)),
);
const described = describedRoutes().map((route) => {
	const name = `${route.method.toUpperCase()} ${route.path}`;
	const policy = POLICY_OF.get(name);
	if (!policy) throw new Error(`The access table has no row for ${name}`);
	return { name, route, policy, isChange: route.method !== "get" && !route.isQuestion };
});
type Described = (typeof described)[number];

interface Membership {
	id: string;
	role: Role;
	isRestricted: boolean;
}
interface RandomSite {
	siteId: number;
	organization: string;
	isPublic: boolean;
	/** The members of the only team that has the site, by their id; undefined without a team. */
	team: { id: string; members: Set<string> } | undefined;
}
interface Person {
	id: string;
	headers: Headers;
}

const startWorld = async (open: TestDatabases["open"]) => {
	const engine = await open();
	const { database, close } = await openDatabase(await engine.create(), () => {});
	const store = { query: async () => [], insert: async () => {}, command: async () => {} };
	const app = await serveTestApp({
		...{ database, store, imports: {} as Imports },
		routes: described.map(({ route }) => reached(route)),
	});
	const ask = (method: string, path: string, headers: Headers, body: object = {}) =>
		fetch(app.origin + path, {
			method,
			headers: { "x-forwarded-for": anyAddress(), ...headers },
			...(method === "GET" ? {} : { body: JSON.stringify(body) }),
		});
	const signUp = async (): Promise<Person> => {
		const email = `${randomUUID()}@example.com`;
		const account = { email, name: "Somebody", password: "correct horse" };
		const response = await ask("POST", "/api/auth/sign-up/email", {}, account);
		const { user } = (await response.json()) as { user: { id: string } };
		return { id: user.id, headers: cookieOf(response) };
	};

	// The first account of an instance administers it, and founds the organizations.
	const founder = await signUp();
	const people: Person[] = [];
	for (let count = 0; count < PEOPLE; count++) people.push(await signUp());
	const organizations: string[] = [];
	for (let count = 0; count < ORGANIZATIONS; count++) {
		const named = { name: `Organization ${count}`, slug: `organization-${count}` };
		organizations.push((await insertOrganization(database, founder.id, named)).id);
	}
	const sites: RandomSite[] = [];
	for (let count = 0; count < SITES; count++) {
		const organization = oneOf(organizations);
		const { siteId } = await insertSite(database, {
			...{ name: "Ours", domain: `ours-${count}.example.com`, createdBy: founder.id },
			...{ organizationId: organization, settings: {} },
		});
		sites.push({ siteId, organization, isPublic: false, team: undefined });
	}

	const memberships = new Map<string, Membership>();
	const keyOf = (person: Person, organization: string) => `${person.id} in ${organization}`;
	const membershipOf = (person: Person, organization: string) =>
		memberships.get(keyOf(person, organization));

	const leave = async (person: Person, organization: string) => {
		const membership = membershipOf(person, organization);
		if (!membership) return;
		memberships.delete(keyOf(person, organization));
		for (const { team } of sites) team?.members.delete(membership.id);
		await database.deleteFrom("member").where("id", "=", membership.id).execute();
	};
	const setRole = async (person: Person, organization: string) => {
		const role = oneOf(ROLES);
		const known = membershipOf(person, organization);
		const row =
			known ??
			(await insertMember(database, { organizationId: organization, userId: person.id, role }));
		if (!row) throw new Error("The model has lost a membership");
		const changed = { id: row.id, role, isRestricted: chance(0.2) };
		memberships.set(keyOf(person, organization), changed);
		await database
			.updateTable("member")
			.set({ role, hasRestrictedSiteAccess: changed.isRestricted })
			.where("id", "=", row.id)
			.execute();
	};
	const publish = async (site: RandomSite) => {
		site.isPublic = !site.isPublic;
		await database
			.updateTable("site")
			.set({ settings: JSON.stringify({ public: site.isPublic }) })
			.where("siteId", "=", site.siteId)
			.execute();
	};
	const endTeam = async (site: RandomSite) => {
		if (site.team) await database.deleteFrom("team").where("id", "=", site.team.id).execute();
		site.team = undefined;
	};
	const makeTeam = async (site: RandomSite) => {
		await endTeam(site);
		const [id, organizationId] = [randomUUID(), site.organization];
		const ids = people.flatMap((person) => membershipOf(person, organizationId)?.id ?? []);
		const members = new Set(ids.filter(() => chance(0.5)));
		site.team = { id, members };
		await database.insertInto("team").values({ id, organizationId, name: id }).execute();
		await database.insertInto("team_site").values({ teamId: id, siteId: site.siteId }).execute();
		const rows = [...members].map((memberId) => ({ teamId: id, memberId }));
		if (rows.length > 0) await database.insertInto("team_member").values(rows).execute();
	};
	const move = async (site: RandomSite) => {
		await endTeam(site);
		site.organization = oneOf(organizations);
		await database
			.updateTable("site")
			.set({ organizationId: site.organization })
			.where("siteId", "=", site.siteId)
			.execute();
	};
	/** Changes one thing, in the database and in the model. */
	const change = () => {
		const [person, organization, site] = [oneOf(people), oneOf(organizations), oneOf(sites)];
		const kind = random();
		if (kind < 0.5) return setRole(person, organization);
		if (kind < 0.6) return leave(person, organization);
		if (kind < 0.7) return publish(site);
		if (kind < 0.8) return endTeam(site);
		return kind < 0.9 ? makeTeam(site) : move(site);
	};

	/** What a person may be on a target, and whether it is hidden from them. */
	const standingOn = (person: Person, target: RandomSite | string) => {
		const organization = typeof target === "string" ? target : target.organization;
		const membership = membershipOf(person, organization);
		const { role } = membership ?? {};
		if (!membership || typeof target === "string" || role === "admin" || role === "owner")
			return { role, isHidden: false };
		const { team } = target;
		const sees = team ? team.members.has(membership.id) : !membership.isRestricted;
		return { role, isHidden: !sees };
	};
	/** The status and code that the access table and the model give. */
	const expected = ({ policy, route, isChange }: Described, person: Person, target: Target) => {
		const { role, isHidden } = target ? standingOn(person, target) : { role: undefined };
		const isPublic = typeof target === "object" && target.isPublic;
		const column = CALLERS.indexOf(role && !isHidden ? role : "other organization");
		const status =
			isPublic && policy === "Visitors" ? 200 : Number(POLICIES[policy].split(" ")[column]);
		const isReadOnly = target !== undefined && role === "viewer" && isChange && status === 403;
		return { status, isReadOnly, name: `${route.method} ${route.path}`, role };
	};
	type Target = RandomSite | string | undefined;
	const targetOf = ({ route }: Described): Target => {
		if (route.path.includes("{site}")) return oneOf(sites);
		return route.path.includes("{organizationId}") ? oneOf(organizations) : undefined;
	};
	const actual = async ({ route }: Described, person: Person, target: Target) => {
		const path = route.path
			.replace("{site}", String(typeof target === "object" ? target.siteId : ""))
			.replace("{organizationId}", String(target))
			.replaceAll(/\{\w+\}/g, "1");
		const response = await ask(route.method.toUpperCase(), path, person.headers);
		const text = await response.text();
		const code = response.status === 403 ? (JSON.parse(text) as { code: string }).code : undefined;
		return {
			status: response.status < 300 ? 200 : response.status,
			isReadOnly: code === "READ_ONLY_ROLE",
		};
	};
	return {
		...{ people, change, expected, targetOf, actual },
		close: async () => {
			await app.close();
			await close();
			await engine.close();
		},
	};
};

describe.each(testDatabases)("random roles on $name", ({ open }) => {
	let world: Awaited<ReturnType<typeof startWorld>>;
	beforeAll(async () => {
		world = await startWorld(open);
	});
	afterAll(() => world?.close());

	it(`admit on every route, in each organization, exactly whom the access table lets in at that moment (seed ${SEED})`, async () => {
		const met = new Map<string, number>();
		for (let count = 0; count < 40; count++) await world.change();
		let requests = 0;
		for (let round = 0; round < ROUNDS; round++)
			for (const one of described) {
				if (requests++ % PER_CHANGE === 0) await world.change();
				const [person, target] = [oneOf(world.people), world.targetOf(one)];
				const { name, role, ...expected } = world.expected(one, person, target);
				const actual = await world.actual(one, person, target);
				expect([name, role, actual]).toEqual([name, role, expected]);
				const kind = `${role} ${expected.status}${expected.isReadOnly ? " read-only" : ""}`;
				met.set(kind, (met.get(kind) ?? 0) + 1);
			}
		// A world in which nobody is refused, or nobody a viewer, would prove nothing.
		for (const kind of ["viewer 200", "viewer 403 read-only", "member 403", "owner 200"])
			expect([kind, (met.get(kind) ?? 0) > 10]).toEqual([kind, true]);
	});
});
