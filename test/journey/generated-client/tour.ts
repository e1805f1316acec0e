import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { paths } from "./schema.ts";

/**
 * Code that a customer writes against types generated from the document: compiled strictly and run by the test beside
 * it, which generates `schema.ts`. Prints the results as one JSON object.
 */

const [, , baseUrl = ""] = process.argv;

/** The data of a call that has to succeed. */
const got = async <Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> => {
	const { data, error } = await call;
	if (data === undefined) throw new Error(JSON.stringify(error));
	return data;
};

let cookie = "";
const keepsCookies: Middleware = {
	onRequest: ({ request }) => {
		if (cookie) request.headers.set("cookie", cookie);
		return request;
	},
	onResponse: ({ response }) => {
		const set = response.headers.getSetCookie();
		if (set.length > 0) cookie = set.map((one) => one.split(";", 1)[0]).join("; ");
		return undefined;
	},
};

const signedIn: Client<paths> = createClient<paths>({ baseUrl });
signedIn.use(keepsCookies);

const { version } = await got(signedIn.GET("/api/version"));
const email = "tourist@example.com";
const password = "correct horse";
const { user } = await got(
	signedIn.POST("/api/auth/sign-up/email", { body: { email, password, name: "Tourist" } }),
);
await got(signedIn.POST("/api/auth/sign-out"));
const nobody = await signedIn.GET("/api/organizations");
await got(signedIn.POST("/api/auth/sign-in/email", { body: { email, password } }));

const organization = await got(
	signedIn.POST("/api/auth/organization/create", { body: { name: "Tour", slug: "tour" } }),
);
const organizationId = organization.id;
const created = await got(
	signedIn.POST("/api/organizations/{organizationId}/sites", {
		params: { path: { organizationId } },
		body: { name: "Tour", domain: "https://tour.example.com/", webVitals: true },
	}),
);
const site = String(created.siteId);
const path = { site };
const { config } = await got(
	signedIn.PUT("/api/sites/{site}/config", {
		params: { path },
		body: {
			trackDownloads: true,
			respectGpc: true,
			firstPartyProxy: true,
			disabledBotLayers: ["rate_anomaly"],
			excludedIPs: ["192.0.2.0/24"],
			excludedCountries: ["AQ"],
		},
	}),
);
const excluded = await got(signedIn.GET("/api/sites/{site}/excluded-ips", { params: { path } }));
const link = await got(
	signedIn.POST("/api/sites/{site}/private-link-config", {
		params: { path },
		body: { action: "generate_private_link_key" },
	}),
);

const personal = await got(
	signedIn.POST("/api/user/api-keys", { body: { name: "Of a person", expiresIn: 3600 } }),
);
const shared = await got(
	signedIn.POST("/api/organizations/{organizationId}/api-keys", {
		params: { path: { organizationId } },
		body: { name: "Of the organization", permissions: { ingest: ["write"] } },
	}),
);
const keys = await got(signedIn.GET("/api/auth/api-key/list"));
const renamed = await got(
	signedIn.POST("/api/auth/api-key/update", { body: { keyId: personal.id, name: "Renamed" } }),
);

const withKey: Client<paths> = createClient<paths>({
	baseUrl,
	headers: { authorization: `Bearer ${personal.key}` },
});
const organizations = await got(withKey.GET("/api/organizations"));
const members = await got(
	withKey.GET("/api/organizations/{organizationId}/members", {
		params: { path: { organizationId } },
	}),
);

const { annotationId } = await got(
	withKey.POST("/api/sites/{site}/annotations", {
		params: { path },
		body: { title: "Opened", date: "2026-01-01" },
	}),
);
await got(
	withKey.PUT("/api/sites/{site}/annotations/{annotationId}", {
		params: { path: { site, annotationId: String(annotationId) } },
		body: { title: "Opened for good" },
	}),
);
const annotations = await got(withKey.GET("/api/sites/{site}/annotations", { params: { path } }));
const segment = await got(
	withKey.POST("/api/sites/{site}/segments", {
		params: { path },
		body: {
			name: "Home",
			filters: [{ parameter: "pathname", type: "equals", value: ["/home"] }],
		},
	}),
);
const { goalId } = await got(
	withKey.POST("/api/sites/{site}/goals", {
		params: { path },
		body: { goalType: "path", config: { pathPattern: "/home" } },
	}),
);
const steps = [
	{ type: "page" as const, value: "/home" },
	{ type: "page" as const, value: "/thanks" },
];
const funnel = await got(
	withKey.POST("/api/sites/{site}/funnels", {
		params: { path },
		body: { name: "To thanks", steps },
	}),
);

const sender: Client<paths> = createClient<paths>({
	baseUrl,
	headers: { authorization: `Bearer ${shared.key}` },
});
await got(
	signedIn.PUT("/api/sites/{site}/config", { params: { path }, body: { trackCopy: true } }),
);
/** The gateway applies a change within a second, together with all earlier ones; busy machines take longer. */
const trackingConfiguration = async (tries = 100) => {
	const answer = await sender.GET("/api/site/tracking-config/{siteId}", {
		params: { path: { siteId: created.id } },
	});
	if (answer.data?.trackCopy || tries === 0) return got(Promise.resolve(answer));
	await new Promise((resolve) => setTimeout(resolve, 100));
	return trackingConfiguration(tries - 1);
};
const tracking = await trackingConfiguration();
const tracked = await got(
	sender.POST("/api/track", {
		body: [
			{ type: "pageview", site_id: String(site), pathname: "/home", user_agent: "Tour" },
			{ type: "custom_event", site_id: String(site), event_name: "done", user_agent: "Tour" },
		],
	}),
);

const query = { segment_id: segment.segmentId, past_minutes_start: 60, past_minutes_end: 0 };
/** An event is in the reports within two seconds; busy machines take longer. */
const overview = async (tries = 100): Promise<{ pageviews: number; sessions: number }> => {
	const { data } = await got(
		withKey.GET("/api/sites/{site}/overview", { params: { path, query } }),
	);
	if (data.pageviews > 0 || tries === 0)
		return { pageviews: data.pageviews, sessions: data.sessions };
	await new Promise((resolve) => setTimeout(resolve, 200));
	return overview(tries - 1);
};
const seen = await overview();
const goals = await got(withKey.GET("/api/sites/{site}/goals", { params: { path } }));
const funnels = await got(withKey.GET("/api/sites/{site}/funnels", { params: { path } }));
const pages = await got(
	withKey.GET("/api/sites/{site}/metric", {
		params: { path, query: { parameter: "pathname" } },
	}),
);
const events = await got(withKey.GET("/api/sites/{site}/events", { params: { path } }));
const refused = await withKey.GET("/api/sites/{site}/overview", {
	params: { path, query: { start_date: "2026-13-45", end_date: "2026-01-01" } },
});
const asVisitor = await got(
	createClient<paths>({
		baseUrl,
		headers: { "x-private-key": link.data.privateLinkKey ?? "" },
	}).GET("/api/sites/{site}", { params: { path } }),
);

await got(
	withKey.DELETE("/api/sites/{site}/goals/{goalId}", {
		params: { path: { site, goalId: String(goalId) } },
	}),
);
const deleted = await got(withKey.DELETE("/api/sites/{site}", { params: { path } }));
const gone = await withKey.GET("/api/sites/{site}", { params: { path } });
await got(signedIn.POST("/api/auth/api-key/delete", { body: { keyId: personal.id } }));
const revoked = await withKey.GET("/api/organizations");

process.stdout.write(
	JSON.stringify({
		hasVersion: version.length > 0,
		name: user.name,
		nobody: [nobody.response.status, nobody.error?.code],
		site: [created.domain, created.blockBots],
		config: [config.trackDownloads, config.respectGpc, config.firstPartyProxy],
		disabledBotLayers: config.disabledBotLayers,
		excluded: excluded.excludedIPs,
		keys: [keys.apiKeys.map(({ name }) => name), renamed.name],
		organizations: organizations.map(({ slug, role, sites }) => [slug, role, sites.length]),
		members: members.data.map(({ role, user }) => [role, user.email]),
		annotations: annotations.map(({ title, date }) => [title, date]),
		segment: [segment.name, segment.canEdit],
		tracked,
		tracking: [tracking.webVitals, tracking.trackDownloads],
		seen,
		goals: goals.data.map((goal) => [goal.goalType, goal.total_conversions]),
		funnels: funnels.data.map(({ name, steps }) => [name, steps.length]),
		hasFunnelId: funnel.funnelId > 0,
		pages: pages.data.data.map(({ value, count }) => [value, count]),
		events: events.data.map(({ type }) => type).sort(),
		refused: refused.error?.error,
		asVisitor: asVisitor.isOwner,
		deleted: deleted.success,
		gone: gone.response.status,
		revoked: revoked.response.status,
	}),
);
