import { randomUUID } from "node:crypto";
import { SCOPES, type Scope } from "@footfall/shared/scopes";
import { ROUTES } from "@footfall/testing/api/access-table";
import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { describe, expect, it } from "vitest";
import { MEMBER_SCOPES, VIEWER_SCOPES, VISITOR_SCOPES } from "./access/rights.ts";

type Headers = Record<string, string>;

const ALL_SCOPES = Object.entries(SCOPES).flatMap(([resource, actions]) =>
	actions.map((action) => `${resource}:${action}`),
);
const permissionsOf = (scope: string) => {
	const [resource = "", action = ""] = scope.split(":");
	return { [resource]: [action] };
};

describe("scopes needed to hand rights on", () => {
	const scopesOf = (...policies: string[]) =>
		ROUTES.flatMap(({ policy, scope }) =>
			scope !== undefined && policies.includes(policy) ? [scope] : [],
		);
	const sorted = (scopes: readonly string[]) => [...new Set(scopes)].sort();

	it("for a public site or a private link cover every route that visitors may read", () =>
		expect(sorted(VISITOR_SCOPES)).toEqual(sorted(scopesOf("Visitors"))));

	it("for a viewer cover every route that viewers may call, and only read", () => {
		expect(sorted(VIEWER_SCOPES)).toEqual(sorted(scopesOf("Visitors", "Viewers")));
		expect(VIEWER_SCOPES.filter((scope) => !scope.endsWith(":read"))).toEqual([]);
	});

	it("for a membership cover every route that members may call, and sending events", () =>
		expect(sorted(MEMBER_SCOPES)).toEqual(
			sorted(["ingest:write", ...scopesOf("Visitors", "Viewers", "Members")]),
		));
});

/** Has a body but changes nothing. */
const READS = [
	"POST /api/sites/{site}/reports",
	"POST /api/sites/{site}/query",
	"POST /api/organizations/{organizationId}/query",
	"POST /api/sites/{site}/export/query",
	"POST /api/sites/{site}/errors/resolve-stack",
	"POST /api/sites/{site}/funnels/analyze",
	"POST /api/sites/{site}/alerts/dry-run",
	"POST /api/sites/{site}/private-link-password",
	"POST /api/sites/{site}/funnels/{stepNumber}/sessions",
];

/** A member who sees no site. */
interface RestrictedMember {
	id: string;
	memberId: string;
	email: string;
	cookie: Headers;
}
/** An account without an organization. */
interface Outsider {
	id: string;
	email: string;
}
/** What a caller could change for others. */
interface Things {
	/** An expendable site, hidden from the restricted member. */
	siteId: number;
	/** A link to that site, limited in every way. */
	linkId: number;
	teamId: string;
}

/** People and sites that a request may name. */
interface Known extends Things {
	organizationId: string;
	restricted: RestrictedMember;
	outsider: Outsider;
	memberId: string;
}

const ORGANIZATION = "/api/organizations/{organizationId}";
const SITE = "/api/sites/{site}";
const filters = (parameter: string) => [{ parameter, type: "equals", value: ["x"] }];
const savedQuestion = (dimension: string) => ({
	...{ name: "x", view: "table" },
	question: { metrics: ["sessions"], dimensions: [dimension] },
});
const watching = (dimension: string) => ({
	name: "x",
	rule: {
		...{ condition: "above", metric: "sessions", threshold: 1 },
		filters: ["is", dimension, ["x"]],
	},
});
const account = (role: string) => ({
	email: `${randomUUID()}@example.com`,
	password: "correct horse",
	role,
});

const report = { name: "x", every: "week", timeZone: "UTC" };

const schemasOf = (mode: string) => [{ event: "purchase", mode, schema: { required: ["price"] } }];

/** For every operation that changes something, bodies that could gain rights. */
const BODIES: Readonly<Record<string, (known: Known) => readonly unknown[]>> = {
	[`POST ${ORGANIZATION}/members`]: ({ outsider }) =>
		["owner", "admin", "member", "viewer"].map((role) => ({ email: outsider.email, role })),
	[`PUT ${ORGANIZATION}/members/{memberId}/sites`]: ({ siteId }) => [
		{ hasRestrictedSiteAccess: false },
		{ hasRestrictedSiteAccess: true, siteIds: [siteId] },
	],
	[`POST ${ORGANIZATION}/sign-in-providers`]: () => [{}],
	[`POST ${ORGANIZATION}/sign-in-providers/{providerId}/verify`]: () => [{ confirm: true }],
	[`PATCH ${ORGANIZATION}/sign-in-providers/{providerId}`]: () => [{ defaultRole: "admin" }],
	[`DELETE ${ORGANIZATION}/sign-in-providers/{providerId}`]: () => [{}],
	[`PUT ${ORGANIZATION}/sign-in-policy`]: () => [{ requiresSecondFactor: false }],
	[`POST ${ORGANIZATION}/members/{memberId}/reset-second-factor`]: () => [{}],
	[`DELETE ${ORGANIZATION}/members/{memberId}/sessions`]: () => [{}],
	[`PUT ${ORGANIZATION}/audit-log/channel`]: () => [{ channelId: null }],
	[`POST ${ORGANIZATION}/users`]: () => ["owner", "admin", "member", "viewer"].map(account),
	[`POST ${ORGANIZATION}/teams`]: ({ restricted, siteId }) => [
		{ name: "Empty" },
		{ name: "Ours", memberUserIds: [restricted.id], siteIds: [siteId] },
	],
	[`PUT ${ORGANIZATION}/teams/{teamId}`]: ({ restricted, siteId }) => [
		{ memberUserIds: [restricted.id], siteIds: [siteId] },
		{ siteIds: [] },
	],
	[`DELETE ${ORGANIZATION}/teams/{teamId}`]: () => [{}],
	[`POST ${ORGANIZATION}/channels`]: () => [
		{ name: "x", target: { kind: "slack", url: "https://hooks.example.com/a/b" } },
	],
	[`PUT ${ORGANIZATION}/channels/{channelId}`]: () => [{ isOn: true }],
	[`DELETE ${ORGANIZATION}/channels/{channelId}`]: () => [{}],
	[`POST ${ORGANIZATION}/channels/{channelId}/test`]: () => [{}],
	[`POST ${ORGANIZATION}/deliveries/{deliveryId}/send-again`]: () => [{}],
	[`POST ${ORGANIZATION}/api-keys`]: () => [
		{ name: "x" },
		{ name: "x", permissions: { org: ["write"] } },
	],
	"POST /api/user/api-keys": () => [{ name: "x" }],
	"PATCH /api/user/preferences": () => [{ theme: "dark" }],
	"POST /api/sign-in/oidc/{providerId}/link": () => [{}],
	"POST /api/user/confirm-email": ({ outsider }) => [{ email: outsider.email }],
	"POST /api/user/invitations/{invitationId}/accept": () => [{}],
	"POST /api/user/invitations/{invitationId}/decline": () => [{}],
	[`POST ${ORGANIZATION}/sites`]: () => [
		{ name: "x", domain: `${randomUUID()}.example.com`, public: true },
		{ name: "x", domain: `${randomUUID()}.example.com`, embedEnabled: true },
	],
	[`POST ${ORGANIZATION}/example-site`]: () => [],
	[`POST ${ORGANIZATION}/report-mails`]: ({ siteId, restricted }) => [
		{ ...report, siteId, recipients: [{ address: "outside@example.com" }] },
		{ ...report, siteId: null, recipients: [{ userId: restricted.id }] },
	],
	[`PUT ${ORGANIZATION}/report-mails/{reportMailId}`]: () => [{ siteId: null }],
	[`DELETE ${ORGANIZATION}/report-mails/{reportMailId}`]: () => [{}],
	[`POST ${ORGANIZATION}/report-mails/{reportMailId}/send`]: () => [{}],
	[`PUT ${ORGANIZATION}/report-mails/{reportMailId}/subscription`]: () => [{ isSubscribed: true }],
	[`POST ${ORGANIZATION}/report-mails/{reportMailId}/recipients/{recipientId}/confirmation`]:
		() => [{}],
	[`PUT ${SITE}/config`]: () => [{ public: true }, { embedEnabled: true }, { blockBots: false }],
	[`POST ${SITE}/event-schemas/check`]: () => [{ schemas: schemasOf("watch") }],
	[`PUT ${SITE}/event-schemas`]: () => [{ schemas: schemasOf("quarantine"), confirm: true }],
	[`POST ${SITE}/quarantined-events/resend`]: () => [{}],
	[`POST ${SITE}/source-maps`]: () => [{}],
	[`DELETE ${SITE}/source-maps`]: () => [{}],
	[`POST ${SITE}/rules/preview`]: () => [{ rules: [{ action: "hash", target: "pathname" }] }],
	[`POST ${SITE}/private-link-config`]: () => [{ action: "generate_private_link_key" }],
	[`PUT ${SITE}/private-link-config/areas`]: () => [{ areas: null }, { areas: ["users"] }],
	[`POST ${SITE}/private-links`]: () => [{ name: "x" }, { name: "x", password: "correct horse" }],
	[`PUT ${SITE}/private-links/{linkId}`]: () => [
		{ areas: null },
		{ expiresAt: null },
		{ password: null },
	],
	[`DELETE ${SITE}/private-links/{linkId}`]: () => [{}],
	[`POST ${SITE}/imports`]: () => [{ platform: "plain" }],
	[`POST ${SITE}/imports/google`]: () => [{ platform: "ga4", property: "1", key: "{}" }],
	[`POST ${SITE}/imports/{importId}/events`]: () => [{ events: [] }],
	[`POST ${SITE}/imports/{importId}/cancel`]: () => [{}],
	[`DELETE ${SITE}/imports/{importId}`]: () => [{}],
	[`POST ${SITE}/users/identify`]: () => [{ userId: "x", anonymousId: "0123456789abcdef" }],
	[`PUT ${SITE}/users/{userId}/traits`]: () => [{ traits: { plan: "x" } }],
	[`DELETE ${SITE}/users/{userId}`]: () => [{}],
	[`DELETE ${SITE}/session-replay/{sessionId}`]: () => [{}],
	[`POST ${SITE}/move`]: ({ organizationId }) => [{ organizationId }],
	[`POST ${SITE}/goals`]: () => [{ goalType: "path", config: { pathPattern: "/" } }],
	[`PUT ${SITE}/goals/{goalId}`]: () => [{ goalType: "path", config: { pathPattern: "/" } }],
	[`DELETE ${SITE}/goals/{goalId}`]: () => [{}],
	[`POST ${SITE}/funnels`]: () => [
		{
			name: "x",
			steps: [
				{ type: "page", value: "/" },
				{ type: "page", value: "/b" },
			],
		},
	],
	[`DELETE ${SITE}/funnels/{funnelId}`]: () => [{}],
	[`POST ${SITE}/annotations`]: () => [{ title: "x", date: "2026-01-01", isPublic: true }],
	[`PUT ${SITE}/annotations/{annotationId}`]: () => [{ title: "y" }],
	[`DELETE ${SITE}/annotations/{annotationId}`]: () => [{}],
	[`PUT ${SITE}/errors/states`]: () => [{ errorIds: ["00000000000000aa"], state: "resolved" }],
	[`PUT ${SITE}/errors/{errorId}/state`]: () => [{ state: "ignored", untilDays: 7 }],
	[`POST ${SITE}/alerts`]: () => [watching("user_id"), watching("country")],
	[`PUT ${SITE}/alerts/{alertId}`]: () => [watching("user_id")],
	[`DELETE ${SITE}/alerts/{alertId}`]: () => [{}],
	[`POST ${SITE}/alerts/{alertId}/pause`]: () => [{}],
	[`POST ${SITE}/alerts/{alertId}/resume`]: () => [{}],
	[`POST ${SITE}/segments`]: () => [
		{ name: "x", filters: filters("user_id"), isPublic: true },
		{ name: "y", filters: filters("country") },
	],
	[`PUT ${SITE}/segments/{segmentId}`]: () => [{ filters: filters("user_id") }],
	[`DELETE ${SITE}/segments/{segmentId}`]: () => [{}],
	[`POST ${SITE}/questions`]: () => [savedQuestion("user_id"), savedQuestion("country")],
	[`PUT ${SITE}/questions/{questionId}`]: () => [savedQuestion("user_id")],
	[`POST ${SITE}/questions/{questionId}/versions/{version}/restore`]: () => [{}],
	[`DELETE ${SITE}/questions/{questionId}`]: () => [{}],
	[`POST ${SITE}/boards`]: () => [
		{ name: "x", filters: filters("user_id") },
		{ name: "y", scope: "organization" },
	],
	[`PUT ${SITE}/boards/{boardId}`]: () => [{ filters: filters("user_id") }],
	[`POST ${SITE}/boards/{boardId}/versions/{version}/restore`]: () => [{}],
	[`DELETE ${SITE}/boards/{boardId}`]: () => [{}],
	// Last, because it deletes its site.
	[`DELETE ${SITE}`]: () => [{}],
};

/** What a session can give to others. */
const SESSION_BODIES: Readonly<Record<string, (known: Known) => readonly unknown[]>> = {
	"POST /api/auth/organization/invite-member": ({ organizationId }) =>
		["owner", "admin", "member", "viewer"].map((role) => ({
			...{ email: `${randomUUID()}@example.com`, role, organizationId },
		})),
	"POST /api/auth/organization/update-member-role": ({ organizationId, memberId, restricted }) =>
		[memberId, restricted.memberId].flatMap((one) =>
			["owner", "admin", "viewer"].map((role) => ({ memberId: one, role, organizationId })),
		),
	"POST /api/auth/organization/update": ({ organizationId }) => [
		{ organizationId, data: { name: "Renamed" } },
	],
};

interface Operation {
	name: string;
	method: string;
	path: string;
}

onOneDatabase("rights", (stage) => {
	const data = async <Data>(path: string, headers: Headers) =>
		(await stage.api.ask(path, { headers })).body as Data;

	const mutating = async (): Promise<Operation[]> => {
		const { paths } = await data<{ paths: Record<string, object> }>("/api/openapi.json", {});
		return Object.entries(paths)
			.flatMap(([path, methods]) =>
				Object.keys(methods).map((method) => ({
					...{ method: method.toUpperCase(), path },
					name: `${method.toUpperCase()} ${path}`,
				})),
			)
			.filter(({ name, method, path }) => {
				const isManagement = /^\/api\/(sites|organizations|user|sign-in\/oidc)\//.test(path);
				return isManagement && method !== "GET" && !READS.includes(name);
			});
	};

	let serial = 0;
	const asOwner = (path: string, body?: object, method?: string) =>
		stage.api.ask(path, { headers: stage.api.as.owner, body, ...(method && { method }) });
	const membersNow = async () => {
		const { body } = await asOwner(`${stage.api.organization}/members`);
		return (body as { data: { id: string; userId: string; role: string }[] }).data;
	};

	const newRestricted = async (): Promise<RestrictedMember> => {
		const { id, email, cookie } = await stage.api.join("member", `restricted-${++serial}`);
		const memberId = (await membersNow()).find(({ userId }) => userId === id)?.id ?? "";
		const access = { hasRestrictedSiteAccess: true, siteIds: [] };
		await asOwner(`${stage.api.organization}/members/${memberId}/sites`, access, "PUT");
		return { id, memberId, email, cookie };
	};

	const newThings = async (): Promise<Things> => {
		const { organization } = stage.api;
		const site = { name: "Spare", domain: `spare-${++serial}.example.com` };
		const { siteId } = (await asOwner(`${organization}/sites`, site)).body as { siteId: number };
		const [team, link] = await Promise.all([
			asOwner(`${organization}/teams`, { name: "Closed", siteIds: [siteId] }),
			asOwner(`/api/sites/${siteId}/private-links`, {
				...{ name: "Some pages", areas: ["pages"], password: "correct horse" },
				expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
			}),
		]);
		const { linkId } = link.body as { linkId: number };
		return { siteId, linkId, teamId: (team.body as { id: string }).id };
	};

	/** Hashes of passwords cost more than all else, so people stay until one of them has gained something. */
	const people: { restricted?: Promise<RestrictedMember>; outsider?: Promise<Outsider> } = {};

	const known = async (things?: Things): Promise<Known> => {
		const { organizationId, accounts, signUp } = stage.api;
		people.restricted ??= newRestricted();
		people.outsider ??= signUp(`outsider-${++serial}`);
		const [restricted, outsider] = await Promise.all([people.restricted, people.outsider]);
		const member = (await membersNow()).find(({ userId }) => userId === accounts.member.id);
		return {
			...(things ?? (await newThings())),
			...{ organizationId, restricted, outsider, memberId: member?.id ?? "" },
		};
	};

	/** The sites that somebody sees. Whose sessions were ended may sign in again, which is no right. */
	const seenBy = async (person: RestrictedMember): Promise<number[]> => {
		const path = `${stage.api.organization}/sites`;
		const ask = () => stage.api.ask(path, { headers: person.cookie });
		let answer = await ask();
		if (answer.status === 401) {
			person.cookie = await stage.api.signIn({ ...person, password: "correct horse" });
			answer = await ask();
		}
		return (answer.body as { sites: { siteId: number }[] }).sites.map(({ siteId }) => siteId);
	};

	/** Everything that somebody can do now and could not before. */
	const powers = async ({ siteId, restricted }: Known): Promise<Set<string>> => {
		const { organization, organizationId } = stage.api;
		const read = async <Data>(path: string) => (await asOwner(path)).body as Data;
		const shownSites = async () => {
			const { sites } = await read<{ sites: { siteId: number; public: boolean }[] }>(
				`${organization}/sites`,
			);
			const created = sites.filter((site) => site.siteId >= siteId);
			const embedded = await Promise.all(
				created.map(async ({ siteId: one }) => {
					const { config } = await read<{ config?: { embedEnabled: boolean } }>(
						`/api/sites/${one}/config`,
					);
					// Tests beside this one delete their sites.
					return config?.embedEnabled ? [`embed of ${one}`] : [];
				}),
			);
			return [
				...sites.flatMap((site) => (site.public ? [`everyone sees ${site.siteId}`] : [])),
				...embedded.flat(),
			];
		};
		const [members, keys, personal, invitations, sites, seen, link, links] = await Promise.all([
			membersNow(),
			read<{ apiKeys: { id: string }[] }>(
				`/api/auth/api-key/list?organizationId=${organizationId}`,
			),
			read<{ apiKeys: { id: string }[] }>("/api/auth/api-key/list"),
			read<{ id: string; role: string }[]>(
				`/api/auth/organization/list-invitations?organizationId=${organizationId}`,
			),
			shownSites(),
			seenBy(restricted),
			read<{ data?: { privateLinkKey: string | null } }>(
				`/api/sites/${siteId}/private-link-config`,
			),
			read<{ data?: Record<string, unknown>[] }>(`/api/sites/${siteId}/private-links`),
		]);
		const shown = link.data?.privateLinkKey;
		return new Set([
			...members.map(({ userId, role }) => `${userId} is ${role}`),
			...[...keys.apiKeys, ...personal.apiKeys].map(({ id }) => `key ${id}`),
			...invitations.map(({ id, role }) => `invitation ${id} as ${role}`),
			...sites,
			...seen.map((site) => `the restricted member sees ${site}`),
			...(shown ? [`link ${shown}`] : []),
			...(links.data ?? []).map(
				({ linkId, areas, expiresAt, asksPassword }) =>
					`link ${linkId} ${JSON.stringify([areas, expiresAt, asksPassword])}`,
			),
		]);
	};

	const concernsRestricted = (power: string, { restricted }: Known) =>
		power.startsWith("the restricted member sees") || power.startsWith(`${restricted.id} is`);
	const concernsOutsider = (power: string, { outsider }: Known) =>
		power.startsWith("invitation") || power.startsWith(`${outsider.id} is`);
	const concernsThings = (power: string) => /^(everyone sees|embed of|link) /.test(power);

	/** Replaces whoever and whatever has gained something, so that the next request starts as the first did. */
	const replaceGainers = (more: readonly string[], to: Known): Promise<Known> => {
		const isRestricted = more.some((power) => concernsRestricted(power, to));
		if (isRestricted) delete people.restricted;
		if (more.some((power) => concernsOutsider(power, to))) delete people.outsider;
		return known(isRestricted || more.some(concernsThings) ? undefined : to);
	};

	/** New things, people who have gained nothing, and what all can do with them. */
	const prepare = async () => {
		const isSpoilt = (before: ReadonlySet<string>, to: Known) =>
			[...before].some((power) => power.startsWith(`${to.outsider.id} is`)) ||
			[...before].filter((power) => concernsRestricted(power, to)).join() !==
				`${to.restricted.id} is member`;
		let to = await known();
		let before = await powers(to);
		if (isSpoilt(before, to)) {
			delete people.restricted;
			delete people.outsider;
			to = await known();
			before = await powers(to);
		}
		return { to, before };
	};

	const pathOf = ({ path }: Operation, to: Known) =>
		path
			.replace("{organizationId}", to.organizationId)
			.replace("{site}", String(to.siteId))
			.replace("{teamId}", to.teamId)
			.replace("{linkId}", String(to.linkId))
			.replace("{memberId}", to.restricted.memberId)
			.replaceAll(/\{\w+\}/g, "1");

	/** What a caller gains for anybody by every operation, as `operation: power`. */
	const gains = async (
		headers: Headers,
		bodies: Readonly<Record<string, (known: Known) => readonly unknown[]>>,
	): Promise<string[]> => {
		let { to, before } = await prepare();
		const gained: string[] = [];
		for (const [name, bodiesOf] of Object.entries(bodies)) {
			const [method = "", path = ""] = name.split(" ");
			for (const body of bodiesOf(to)) {
				const asked = { method, headers, body };
				const answer = await stage.api.ask(pathOf({ name, method, path }, to), asked);
				if (answer.status >= 500) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
				if (answer.status >= 400) continue;
				const after = await powers(to);
				const more = [...after].filter((power) => !before.has(power));
				gained.push(...more.map((power) => `${name}: ${power}`));
				before = after;
				if (more.length === 0) continue;
				to = await replaceGainers(more, to);
				before = await powers(to);
			}
		}
		return gained;
	};

	it("are tested for every operation that changes something", async () => {
		const names = (await mutating()).map(({ name }) => name);
		expect(Object.keys(BODIES).sort()).toEqual(names.sort());
	});

	/** All before the first test, because another's key is a power, too. */
	let keysOfScopes: Promise<Map<string, Headers>> | undefined;
	const makeKeys = async () => {
		const keys = new Map<string, Headers>();
		for (const scope of ALL_SCOPES)
			keys.set(scope, (await stage.api.keyWith(permissionsOf(scope), "personal")).headers);
		return keys;
	};

	// Side by side, because nobody gains anything; what one of them gained, all would report.
	it.concurrent.each(ALL_SCOPES)(
		"are neither granted nor obtained with an owner's key for %s alone",
		async (scope) => {
			keysOfScopes ??= makeKeys();
			const headers = (await keysOfScopes).get(scope);
			expect(headers && (await gains(headers, BODIES))).toEqual([]);
		},
		240_000,
	);

	it("are neither granted nor obtained with an organization's key for org:write and sites:write", async () => {
		const permissions = { org: ["write"], sites: ["write"] };
		const { headers } = await stage.api.keyWith(permissions, "organization");
		expect(await gains(headers, BODIES)).toEqual([]);
	}, 240_000);

	it("granted with an organization's key do not exceed a member's", async () => {
		const { headers } = await stage.api.keyWith(null, "organization");
		const gained = await gains(headers, BODIES);
		expect(gained).toContainEqual(expect.stringMatching(/\/members: invitation \S+ as member$/));
		expect(gained.filter((one) => /(is|as) (admin|owner)|key /.test(one))).toEqual([]);
	}, 240_000);

	it("cannot be granted by a member to anybody", async () => {
		const headers = stage.api.as.member;
		expect(await gains(headers, { ...BODIES, ...SESSION_BODIES })).toEqual([]);
	}, 240_000);

	it("cannot be granted by a viewer to anybody", async () => {
		const { cookie } = await stage.api.join("viewer");
		expect(await gains(cookie, { ...BODIES, ...SESSION_BODIES })).toEqual([]);
	}, 240_000);

	it("to read are handed on by a key that has them all, and no others", async () => {
		const permissions: Record<string, string[]> = {};
		for (const scope of VIEWER_SCOPES) Object.assign(permissions, permissionsOf(scope));
		const { headers } = await stage.api.keyWith({ ...permissions, org: ["write"] }, "personal");
		const gained = (await gains(headers, BODIES)).filter((one) => / (is|as) /.test(one));
		expect(gained).toEqual([expect.stringMatching(/\/members: \S+ is viewer$/)]);
	}, 240_000);

	it("of an owner cannot be granted by an administrator", async () => {
		const headers = stage.api.as.admin;
		const gained = await gains(headers, { ...BODIES, ...SESSION_BODIES });
		expect(gained).toContainEqual(expect.stringContaining("is admin"));
		expect(gained.filter((one) => /(is|as) owner/.test(one))).toEqual([]);
	}, 240_000);

	it("to publish need a key that may read everything that visitors can", async () => {
		const permissions: Record<string, string[]> = { sites: ["write"] };
		for (const scope of VISITOR_SCOPES.filter((one) => one !== ("sites:read" as Scope)))
			Object.assign(permissions, permissionsOf(scope));
		const { headers } = await stage.api.keyWith(permissions, "personal");
		const gained = await gains(headers, BODIES);
		expect(gained).toContainEqual(expect.stringContaining("/config: everyone sees"));
		expect(gained).toContainEqual(expect.stringContaining("link"));
		expect(gained.filter((one) => / is /.test(one))).toEqual([]);
	}, 240_000);

	it("to read are not gained by the key of a private link", async () => {
		const path = `/api/sites/${stage.api.site.siteId}/private-link-config`;
		await stage.api.ask(path, {
			headers: stage.api.as.owner,
			body: { action: "generate_private_link_key" },
		});
		for (const permissions of [{ sites: ["read"] }, { sites: ["write"] }]) {
			const { headers } = await stage.api.keyWith(permissions, "personal");
			const { status, body } = await stage.api.ask(path, { headers });
			expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining("users:read")]);
		}
	});

	it("to see people are not gained with analytics:read, by any parameter, filter or file", async () => {
		const { headers } = await stage.api.keyWith({ analytics: ["read"] }, "personal");
		const { siteId } = stage.api.site;
		const filter = (parameter: string) => encodeURIComponent(JSON.stringify(filters(parameter)));
		for (const path of [
			"metric?parameter=user_id",
			"export/metric?parameter=user_id",
			`overview?filters=${filter("user_id")}`,
			`export/overview?filters=${filter("user_id")}`,
			"metric?parameter=event_name",
			`metric?parameter=country&filters=${filter("prop:plan")}`,
			"imported-figures?dimension=event",
		]) {
			const { status, body } = await stage.api.ask(`/api/sites/${siteId}/${path}`, { headers });
			expect([path, status, body]).toEqual([
				path,
				403,
				expect.objectContaining({ required: expect.stringMatching(/^(users|events):read$/) }),
			]);
		}
	});
});
