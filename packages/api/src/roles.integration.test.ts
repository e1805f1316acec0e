import { SCOPES } from "@footfall/shared/scopes";
import { describeOnPostgres } from "@footfall/testing/api/databases";
import { freshThings } from "@footfall/testing/api/fresh-things";
import { openLiveClients, viewNow } from "@footfall/testing/api/live-clients";
import { tableDigests } from "@footfall/testing/api/table-digests";
import { bearer, startPopulatedApi } from "@footfall/testing/api/test-api";
import { callTool } from "@footfall/testing/api/tools";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createRandom } from "@footfall/testing/random";
import { SEED } from "@footfall/testing/setup/property-seed";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiDocument, describedRoutes } from "./document.ts";

type Headers = Record<string, string>;

interface Described {
	parameters?: { $ref?: string; name?: string }[];
	requestBody?: { content: Record<string, { example?: unknown }> };
}

const document = JSON.parse(JSON.stringify(apiDocument())) as {
	paths: Record<string, Record<string, Described>>;
	components: { parameters: Record<string, { name: string }> };
};

/** Every route with what the document says of its requests. */
const ROUTES = describedRoutes().map(({ method, path, isQuestion = false }) => {
	const described = document.paths[path]?.[method];
	return {
		name: `${method.toUpperCase()} ${path}`,
		path,
		method: method.toUpperCase(),
		isReading: method === "get" || isQuestion,
		parameters: (described?.parameters ?? []).map(
			({ $ref, name }) =>
				name ?? document.components.parameters[$ref?.split("/").at(-1) ?? ""]?.name ?? "",
		),
		example: described?.requestBody?.content["application/json"]?.example,
		isUpload: described?.requestBody?.content["multipart/form-data"] !== undefined,
	};
});
type DescribedRoute = (typeof ROUTES)[number];

const random = createRandom(SEED);
const shuffled = <Item>(items: readonly Item[]): Item[] =>
	items
		.map((item) => ({ item, place: random() }))
		.toSorted((one, other) => one.place - other.place)
		.map(({ item }) => item);

/** Values of parameters without which most reports answer nothing. */
const QUERY: Readonly<Record<string, string>> = {
	...{ start_date: "2026-01-01", end_date: "2026-01-07", time_zone: "UTC" },
	...{ parameter: "country", dimension: "country", event: "purchase", event_name: "purchase" },
	...{
		key: "plan",
		value: "pro",
		errorId: "3f9c1d7ae0b84652",
		errorMessage: "no",
		metric: "sessions",
	},
};

/** Changes that a viewer may make, each with the reason: they concern nobody else. */
const OWN_ACCOUNT: Readonly<Record<string, string>> = {
	"POST /api/channels/confirm": "confirms the reader's own address, with the link of a mail",
	"POST /api/second-factor/reset": "sets up one's own second factor anew, with the link of a mail",
	"POST /api/sign-in/oidc/{providerId}/link": "begins to link one's own account",
	"POST /api/sign-in/provider": "begins one's own sign-in, and needs no account",
	"POST /api/user/api-keys": "makes a key of one's own, which only reads",
	"POST /api/user/confirm-email": "confirms one's own address",
	"PATCH /api/user/preferences": "are one's own language, clock and colours",
	"POST /api/user/invitations/{invitationId}/accept": "is an invitation to oneself",
	"POST /api/user/invitations/{invitationId}/decline": "is an invitation to oneself",
};
/** Depend on no role in an organization, so that another role is not what a viewer lacks. */
const OF_THE_INSTANCE = /^\w+ \/api\/destinations(\/|$)/;
/** Calls other routes, each with its own checks. */
const TOOLS = "POST /api/mcp";

/** Files that are never the same twice, and a stream without an end. */
const NEVER_THE_SAME = ["GET /api/sites/{site}/export/pdf", "GET /api/sites/{site}/live"];

/** Not called by those who may: they would work on in the background, or ask servers elsewhere. */
const NOT_CARRIED_OUT = [
	"POST /api/organizations/{organizationId}/example-site",
	"POST /api/organizations/{organizationId}/channels/{channelId}/test",
	"POST /api/organizations/{organizationId}/sign-in-providers",
	"POST /api/sites/{site}/imports/google",
];
/** End the site or its link, so that each gets a site of its own. */
const ENDING = [
	"DELETE /api/sites/{site}",
	"POST /api/sites/{site}/move",
	"POST /api/sites/{site}/private-link-config",
	"PUT /api/sites/{site}/private-link-config/areas",
];

/** What members are not shown: the example names nothing that is there, or administrators alone may see it. */
const UNANSWERED = [
	"400 GET /api/sites/{site}/events/autocapture",
	"400 GET /api/sites/{site}/events/autocapture-values",
	"400 GET /api/sites/{site}/export/events/autocapture",
	"400 GET /api/sites/{site}/export/funnels/analyze",
	"400 GET /api/sites/{site}/export/users/session-count",
	"400 GET /api/sites/{site}/funnels/analyze",
	"400 GET /api/sites/{site}/users/session-count",
	"400 POST /api/sites/{site}/funnels/{stepNumber}/sessions",
	"400 POST /api/sites/{site}/private-link-password",
	"403 GET /api/destinations",
	"403 GET /api/organizations/{organizationId}/audit-log",
	"403 GET /api/organizations/{organizationId}/audit-log/channel",
	"403 GET /api/organizations/{organizationId}/audit-log/export",
	"403 GET /api/organizations/{organizationId}/deliveries",
	"403 GET /api/organizations/{organizationId}/members/{memberId}/sessions",
	"403 GET /api/organizations/{organizationId}/members/{memberId}/sign-ins",
	"403 GET /api/organizations/{organizationId}/sign-in-policy",
	"403 GET /api/organizations/{organizationId}/sign-in-providers",
	"403 GET /api/sites/{site}/embed-stats",
	"403 GET /api/sites/{site}/move",
	"403 GET /api/sites/{site}/source-maps",
	"403 POST /api/destinations/check",
	"403 POST /api/sites/{site}/rules/preview",
	"404 GET /api/organizations/{organizationId}/report-mails/{reportMailId}",
	"404 GET /api/organizations/{organizationId}/report-mails/{reportMailId}/preview",
	"404 GET /api/sites/{site}/session-replay/{sessionId}",
	"404 GET /api/sites/{site}/sessions/{sessionId}",
	"404 GET /api/sites/{site}/users/{userId}",
];

/** Changes with which nobody succeeds here: they need a provider, a recording, a delivery, an upload or a mail server. */
const FAILED = [
	"400 DELETE /api/sites/{site}/imports/{importId}",
	"400 POST /api/destinations",
	"400 POST /api/organizations/{organizationId}/members/{memberId}/reset-second-factor",
	"400 POST /api/organizations/{organizationId}/report-mails/{reportMailId}/send",
	"400 POST /api/sites/{site}/alerts/{alertId}/pause",
	"400 PUT /api/destinations/{destinationId}",
	"404 DELETE /api/organizations/{organizationId}/sign-in-providers/{providerId}",
	"404 DELETE /api/sites/{site}/session-replay/{sessionId}",
	"404 DELETE /api/sites/{site}/source-maps",
	"404 PATCH /api/organizations/{organizationId}/sign-in-providers/{providerId}",
	"404 POST /api/organizations/{organizationId}/deliveries/{deliveryId}/send-again",
	"404 POST /api/organizations/{organizationId}/members",
	"404 POST /api/organizations/{organizationId}/sign-in-providers/{providerId}/verify",
	"404 PUT /api/organizations/{organizationId}/audit-log/channel",
	"415 POST /api/sites/{site}/source-maps",
	"500 POST /api/sites/{site}/imports/{importId}/events",
];

/** Some answers say the caller's role. */
const withoutOwnRole = (body: string) => body.replaceAll('"role":"viewer"', '"role":"member"');

const isAdmitted = (status: number) => status !== 401 && status !== 403;

const startStage = async (create: () => Promise<{ url: string } | { directory: string }>) => {
	const location = await create();
	if (!("url" in location)) throw new Error("A second connection needs a server");
	const store = await openTestStore();
	const written: string[] = [];
	const pace = { lookEveryMs: 50, heartbeatMs: 200, readmitMs: 100, lifeMs: 60_000 };
	const api = await startPopulatedApi(location, {
		pace,
		store: {
			...store,
			insert: (...given) => {
				written.push(`insert into ${given[0]}`);
				return store.insert(...given);
			},
			command: (...given) => {
				written.push(given[0]);
				return store.command(...given);
			},
		},
	});
	const { siteId } = api.site;
	await store.insert("events", ...viewNow(siteId, "/thanks", 1, "anna"));
	const database = new pg.Client({ connectionString: location.url });
	await database.connect();

	const personalKey = async (headers: Headers, permissions?: object) => {
		const body = { name: "Mine", ...(permissions && { permissions }) };
		const answer = await api.ask("/api/user/api-keys", { headers, body });
		return bearer((answer.body as { key: string }).key);
	};
	const changeRole = async (userId: string, role: string) => {
		const { organizationId } = api;
		const { status } = await api.ask("/api/auth/organization/update-member-role", {
			headers: api.as.owner,
			body: { memberId: await api.memberIdOf(userId), role, organizationId },
		});
		expect(status).toBe(200);
	};
	const newSite = async (settings: object = {}) => {
		const domain = `site-${Math.round(random() * 1e9)}.example.com`;
		const answer = await api.ask(`${api.organization}/sites`, {
			headers: api.as.owner,
			body: { name: "Spare", domain, ...settings },
		});
		return (answer.body as { siteId: number }).siteId;
	};
	const someScopes = () => {
		const chosen = shuffled(Object.entries(SCOPES)).slice(0, 8);
		return Object.fromEntries(
			chosen.map(([name, actions]) => [name, shuffled(actions).slice(0, 1)]),
		);
	};
	const linkTo = async (site: number) => {
		const { body } = await api.ask(`/api/sites/${site}/private-link-config`, {
			headers: api.as.owner,
			body: { action: "generate_private_link_key" },
		});
		return { "x-private-key": (body as { data: { privateLinkKey: string } }).data.privateLinkKey };
	};

	const owner = (await api.join("owner", "second-owner")).cookie;
	const viewer = await api.join("member", "viewer");
	// An unlimited key of a member, who becomes a viewer.
	const earlierKey = await personalKey(viewer.cookie);
	await changeRole(viewer.id, "viewer");
	const callers = {
		nobody: {},
		"private link": await linkTo(siteId),
		stranger: api.as.stranger,
		"stranger's key": await personalKey(api.as.stranger),
		viewer: viewer.cookie,
		"viewer's key": await personalKey(viewer.cookie),
		"viewer's key from before": earlierKey,
		member: api.as.member,
		"member's key": await personalKey(api.as.member),
		admin: api.as.admin,
		"admin's key": await personalKey(api.as.admin),
		owner,
		"owner's key": await personalKey(owner),
		"owner's limited key": await personalKey(owner, someScopes()),
		"key of the organization": (await api.keyWith(null, "organization")).headers,
		"limited key of the organization": (await api.keyWith(someScopes(), "organization")).headers,
		"administrator of the instance": api.as.owner,
	} satisfies Record<string, Headers>;
	const bystander = await api.join("member", "bystander");

	/** Sends a route's request as the document shows it. */
	const request = async (
		route: DescribedRoute,
		caller: keyof typeof callers,
		values: Readonly<Record<string, string>>,
	) => {
		const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "1");
		const query = new URLSearchParams(
			route.parameters.flatMap((name) => {
				const value = name === "organization_id" ? values["organizationId"] : QUERY[name];
				return value === undefined ? [] : [[name, value]];
			}),
		);
		const hasBody = route.method !== "GET" && !route.isUpload;
		const response = await fetch(`${api.origin}${path}?${route.isReading ? query : ""}`, {
			method: route.method,
			headers: {
				"x-forwarded-for": "10.1.2.3",
				...(hasBody && { "content-type": "application/json" }),
				...callers[caller],
			},
			...(hasBody && { body: JSON.stringify(bodyOf(route, values)) }),
		});
		// Sign-ins, sessions and memberships are each person's own.
		if (!NEVER_THE_SAME.includes(route.name) && !route.path.startsWith("/api/user/"))
			return { status: response.status, body: withoutOwnRole(await response.text()) };
		await response.body?.cancel();
		return { status: response.status, body: "" };
	};
	const second = await api.ask("/api/auth/organization/create", {
		headers: api.as.owner,
		body: { name: "Second", slug: "second" },
	});
	const { id: secondId } = second.body as { id: string };
	/** The example, with what exists here in place of its ids. */
	const bodyOf = ({ name, example }: DescribedRoute, values: Readonly<Record<string, string>>) => {
		const own = BODIES[name]?.({
			...{ siteId: Number(values["site"]), secondId, email: bystander.email },
			serial: Math.round(random() * 1e9),
		});
		return { ...(example as object | undefined), ...own };
	};
	return {
		...{ api, store, database, written, callers, request, changeRole, personalKey },
		...{ newSite, siteId, publicSiteId: await newSite({ public: true }) },
		bystanderId: await api.memberIdOf(bystander.id),
		things: freshThings(api, siteId),
		close: async () => {
			await database.end();
			await api.close();
			await store.close();
		},
	};
};
type CallerName = keyof Awaited<ReturnType<typeof startStage>>["callers"];

interface Existing {
	siteId: number;
	secondId: string;
	email: string;
	serial: number;
}
/** What examples name and is not there: ids, and domains and addresses that may be used once. */
const BODIES: Readonly<Record<string, (existing: Existing) => object>> = {
	"POST /api/organizations/{organizationId}/sites": ({ serial }) => ({
		domain: `site-${serial}.example.com`,
	}),
	"POST /api/organizations/{organizationId}/users": ({ serial }) => ({
		...{ email: `created-${serial}@example.com`, role: "viewer" },
	}),
	"POST /api/organizations/{organizationId}/members": ({ serial }) => ({
		...{ email: `invited-${serial}@example.com`, role: "viewer" },
	}),
	"POST /api/organizations/{organizationId}/report-mails": ({ siteId }) => ({
		...{ siteId, recipients: [] },
	}),
	"POST /api/sites/{site}/move": ({ secondId }) => ({ organizationId: secondId }),
	"POST /api/sites/{site}/alerts": () => ({ rule: WATCHED }),
	"POST /api/sites/{site}/alerts/dry-run": () => ({ rule: WATCHED }),
	"PUT /api/sites/{site}/alerts/{alertId}": () => ({ rule: WATCHED }),
	"POST /api/sites/{site}/boards": () => ({ cards: [] }),
};
const WATCHED = { condition: "above", metric: "sessions", threshold: 5 };

/** Whoever stands first may do nothing that the second may not. */
const AT_MOST: readonly (readonly [CallerName, CallerName])[] = [
	["nobody", "private link"],
	["private link", "viewer"],
	["stranger", "viewer"],
	["stranger's key", "stranger"],
	["viewer's key", "viewer"],
	["viewer's key from before", "viewer"],
	["viewer", "member"],
	["member's key", "member"],
	["member", "admin"],
	["admin's key", "admin"],
	["admin", "owner"],
	["owner's limited key", "owner's key"],
	["owner's key", "owner"],
	["limited key of the organization", "key of the organization"],
	["key of the organization", "admin"],
	["owner", "administrator of the instance"],
];

const ROLES_IN_ORDER = AT_MOST.filter(([lower]) =>
	["viewer", "member", "admin", "owner"].includes(lower),
);
const VIEWERS_KEYS = ["viewer's key", "viewer's key from before"] as const;
const OUTSIDERS = ["nobody", "private link", "stranger", "stranger's key"] as const;

describeOnPostgres("roles and routes", (open) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let stage: Awaited<ReturnType<typeof startStage>>;
	beforeAll(async () => {
		engine = await open();
		stage = await startStage(() => engine.create());
	});
	afterAll(async () => {
		await stage?.close();
		await engine?.close();
	});

	it(`show a viewer what they show a member, with a key too, and nobody more (seed ${SEED})`, async () => {
		const reading = ROUTES.filter(({ isReading }) => isReading);
		const shared = await stage.things(reading.map(({ path }) => path).join());
		const before = await tableDigests(stage.database);
		const written = stage.written.length;
		for (const route of reading) {
			await stage.request(route, "viewer", shared);
			// The others are compared together: a route with GET hardly changes something by mistake.
			if (route.method !== "GET")
				expect([route.name, await tableDigests(stage.database)]).toEqual([route.name, before]);
		}
		expect(await tableDigests(stage.database)).toEqual(before);
		expect(stage.written.slice(written)).toEqual([]);
		const unanswered: string[] = [];
		for (const route of shuffled(reading)) {
			const as = (caller: CallerName) => stage.request(route, caller, shared);
			const [member, viewer] = [await as("member"), await as("viewer")];
			expect([route.name, viewer]).toEqual([route.name, member]);
			expect([route.name, member.status < 500]).toEqual([route.name, true]);
			if (member.status !== 200) unanswered.push(`${member.status} ${route.name}`);
			const withKey = await as("viewer's key");
			if (isAdmitted(withKey.status)) expect([route.name, withKey]).toEqual([route.name, viewer]);
			for (const [lower, higher] of shuffled(AT_MOST).slice(0, 1))
				if (isAdmitted((await as(lower)).status))
					expect([route.name, lower, higher, isAdmitted((await as(higher)).status)]).toEqual([
						...[route.name, lower, higher, true],
					]);
		}
		expect(unanswered.toSorted()).toEqual(UNANSWERED);
	});

	/** Values for a route's path, whatever earlier routes have deleted. */
	const freshValues = async ({ name, path }: DescribedRoute): Promise<Record<string, string>> => {
		const values = { ...(await stage.things(path)), memberId: stage.bystanderId };
		return ENDING.includes(name) ? { ...values, site: String(await stage.newSite()) } : values;
	};
	const changing = ROUTES.filter(
		({ name, isReading }) => !isReading && name !== TOOLS && !(name in OWN_ACCOUNT),
	);

	it(`let a viewer change nothing, nor a visitor, and each role what the role below it may (seed ${SEED})`, async () => {
		const failed: string[] = [];
		for (const route of shuffled(changing)) {
			const values = await freshValues(route);
			const as = async (caller: CallerName, site = values["site"] ?? "") =>
				(await stage.request(route, caller, { ...values, site })).status;
			const before = await tableDigests(stage.database);
			const written = stage.written.length;
			const refused = await stage.request(route, "viewer", values);
			expect([route.name, refused.status]).toEqual([route.name, 403]);
			if (!OF_THE_INSTANCE.test(route.name))
				expect([route.name, JSON.parse(refused.body)]).toEqual([
					route.name,
					expect.objectContaining({
						code: "READ_ONLY_ROLE",
						resolution: expect.stringMatching(/for the role (member|admin|owner)$/),
					}),
				]);
			for (const caller of [...VIEWERS_KEYS, ...shuffled(OUTSIDERS).slice(0, 2)])
				expect([route.name, caller, isAdmitted(await as(caller))]).toEqual([
					...[route.name, caller, false],
				]);
			if (route.path.includes("{site}"))
				for (const caller of shuffled(["nobody", "stranger"] as const).slice(0, 1))
					expect([
						...[route.name, caller, "a public site"],
						isAdmitted(await as(caller, String(stage.publicSiteId))),
					]).toEqual([route.name, caller, "a public site", false]);
			expect([route.name, await tableDigests(stage.database)]).toEqual([route.name, before]);
			expect([route.name, stage.written.slice(written)]).toEqual([route.name, []]);
			expect([stage.api.deleted, stage.api.erased].flat()).toEqual([]);
			if (NOT_CARRIED_OUT.includes(route.name)) continue;
			const statuses: Partial<Record<CallerName, number>> = {};
			const pairs = [...ROLES_IN_ORDER, ...shuffled(AT_MOST).slice(0, 2)];
			// From the lowest on: what is refused to one is there for the next.
			for (const pair of AT_MOST.filter((one) => pairs.includes(one)))
				for (const caller of pair) statuses[caller] ??= await as(caller);
			for (const [lower, higher] of pairs)
				if (isAdmitted(statuses[lower] ?? 0))
					expect([route.name, lower, higher, isAdmitted(statuses[higher] ?? 0)]).toEqual([
						...[route.name, lower, higher, true],
					]);
			if (!Object.values(statuses).some((status) => status < 300))
				failed.push(`${statuses["administrator of the instance"]} ${route.name}`);
			stage.api.deleted.length = 0;
			stage.api.erased.length = 0;
		}
		expect(failed.toSorted()).toEqual(FAILED);
	});

	it("take a member's rights away at once: of the session, the keys, the tools and the live stream", async () => {
		const { api, siteId } = stage;
		const person = await api.join("member", "demoted");
		const key = await stage.personalKey(person.cookie);
		const clients = openLiveClients();
		const goal = { goalType: "path", config: { pathPattern: "/thanks" } };
		const adding = async (headers: Headers) =>
			(await api.ask(`/api/sites/${siteId}/goals`, { headers, body: goal })).status;
		const note = { site: String(siteId), title: "Relaunch", date: "2026-01-01" };
		const noting = async () => (await callTool(api.origin, key, "create_annotation", note)).status;
		try {
			const streams = [
				await clients.connect(`${api.origin}/api/sites/${siteId}/live`, person.cookie),
				await clients.connect(`${api.origin}/api/sites/${siteId}/live`, key),
			];
			for (const stream of streams) await stream.next("visitors");
			expect([await adding(person.cookie), await adding(key), await noting()]).toEqual([
				...[201, 201, 200],
			]);
			await stage.changeRole(person.id, "viewer");
			expect([await adding(person.cookie), await adding(key), await noting()]).toEqual([
				...[403, 403, 403],
			]);
			expect(
				(await callTool(api.origin, key, "definitions", { site: String(siteId) })).status,
			).toBe(200);
			// A viewer may go on watching.
			for (const stream of streams) {
				await stream.block();
				await stage.store.insert("events", ...viewNow(siteId, "/later", 2));
				await stream.next("events");
			}
			await api.ask(`${api.organization}/members/${await api.memberIdOf(person.id)}/sites`, {
				...{ method: "PUT", headers: api.as.owner },
				body: { hasRestrictedSiteAccess: true, siteIds: [] },
			});
			for (const stream of streams)
				expect((await stream.next("end")).data).toMatchObject({ code: "FORBIDDEN" });
		} finally {
			clients.close();
		}
	});
});
