/** All callers, in the order of the document's columns. */
export const CALLERS = [
	"nobody",
	"private link",
	"viewer",
	"member",
	"admin",
	"owner",
	"other organization",
	"organization key",
	"key with the scope",
	"key with another scope",
	"expired key",
	"disabled key",
	"system admin",
] as const;
export type CallerName = (typeof CALLERS)[number];

/** Access policies: a status for each of `CALLERS`, 200 for everyone whose request reaches the handler. */
export const POLICIES = {
	Anyone: "200 200 200 200 200 200 200 200 200 200 200 200 200",
	Visitors: "401 200 200 200 200 200 403 200 200 403 401 401 200",
	Viewers: "401 401 200 200 200 200 403 200 200 403 401 401 200",
	Members: "401 401 403 200 200 200 403 200 200 403 401 401 200",
	Administrators: "401 401 403 403 200 200 403 200 200 403 401 401 200",
	Owners: "401 401 403 403 403 200 403 403 200 403 401 401 200",
	People: "401 401 200 200 200 200 200 401 200 403 401 401 200",
	"Unlimited people": "401 401 200 200 200 200 200 401 403 403 401 401 200",
	"Unlimited administrators": "401 401 403 403 200 200 403 403 403 403 401 401 200",
	"Unlimited owners": "401 401 403 403 403 200 403 403 403 403 401 401 200",
	"Administrators of the instance": "401 401 403 403 403 403 403 401 403 403 401 401 200",
	Keys: "401 401 401 401 401 401 401 200 200 200 401 401 401",
	"Signed in": "401 401 200 200 200 200 200 401 401 401 401 401 200",
} as const;
export type PolicyName = keyof typeof POLICIES;

const ORGANIZATION = "/api/organizations/{organizationId}";
const SITE = "/api/sites/{site}";

const reads = (...paths: string[]) => paths.map((path) => `GET ${SITE}${path}`);
const exports = (...paths: string[]) => reads(...paths.map((path) => `/export${path}`));

/** The expected policy of each route, written down separately from the routes themselves. */
export const ROUTES: readonly {
	policy: PolicyName;
	scope?: string;
	routes: readonly string[];
}[] = [
	{
		policy: "Anyone",
		routes: [
			"GET /api/version",
			"GET /api/config",
			"POST /api/channels/confirm",
			"POST /api/second-factor/reset",
			"POST /api/sign-in/provider",
			...reads("/is-public", "/embed-stats"),
			`POST ${SITE}/private-link-password`,
		],
	},
	{
		policy: "Viewers",
		scope: "events:read",
		routes: [
			...reads("/schema-violations", "/quarantined-events"),
			`POST ${SITE}/errors/resolve-stack`,
		],
	},
	{
		policy: "Viewers",
		scope: "sites:read",
		routes: [
			...reads("/event-schemas", "/event-schemas/proposal"),
			`POST ${SITE}/event-schemas/check`,
		],
	},
	{
		policy: "Administrators",
		scope: "sites:write",
		routes: [`PUT ${SITE}/event-schemas`, `POST ${SITE}/quarantined-events/resend`],
	},
	{
		policy: "Administrators",
		scope: "source-maps:write",
		routes: [`GET ${SITE}/source-maps`, `POST ${SITE}/source-maps`, `DELETE ${SITE}/source-maps`],
	},
	{
		policy: "Visitors",
		scope: "analytics:read",
		routes: [
			...reads("/overview", "/overview/time-series", "/metric", "/metric-lite", "/page-titles"),
			...reads("/changes", "/imported-months", "/product-comparison"),
			...exports("/product-comparison"),
			`POST ${SITE}/reports`,
			`POST ${SITE}/query`,
			`POST ${SITE}/export/query`,
			...reads("/live-user-count", "/has-data", "/journeys", "/retention"),
			...reads("/bots/overview", "/bots/time-series", "/bots/by-dimension", "/bots/ai-summary"),
			...reads("/performance/overview", "/performance/time-series", "/performance/by-dimension"),
			...exports("/pdf", "/overview", "/retention", "/performance/overview"),
			...exports("/overview/time-series", "/metric", "/page-titles", "/journeys"),
			...exports("/bots/time-series", "/bots/by-dimension", "/bots/ai-summary"),
			...exports("/performance/time-series", "/performance/by-dimension", "/imported-months"),
			...reads("/revenue/attribution"),
			...exports("/revenue/attribution"),
		],
	},
	{
		policy: "Visitors",
		scope: "events:read",
		routes: [
			...reads("/live", "/events", "/events/count", "/events/names", "/events/properties"),
			...reads("/events/time-series", "/events/outbound", "/events/autocapture"),
			...reads("/events/autocapture-values"),
			...reads("/errors/overview", "/errors/names", "/errors/events", "/errors/time-series"),
			...reads("/errors/by-dimension"),
			...exports("/events", "/events/count", "/events/names", "/events/properties"),
			...exports("/events/time-series", "/events/outbound", "/events/autocapture"),
			...exports("/errors/names", "/errors/events", "/errors/time-series"),
			...exports("/errors/by-dimension"),
		],
	},
	{
		policy: "Visitors",
		scope: "sessions:read",
		routes: [
			...reads("/sessions", "/sessions/locations", "/sessions/{sessionId}"),
			...reads("/users/{userId}/sessions"),
			...exports("/sessions", "/sessions/locations", "/users/{userId}/sessions"),
		],
	},
	{
		policy: "Visitors",
		scope: "users:read",
		routes: [
			...reads("/users", "/users/{userId}", "/users/session-count"),
			...exports("/users", "/users/session-count"),
		],
	},
	{
		policy: "Viewers",
		scope: "analytics:read",
		routes: [
			...reads("/usage"),
			"GET /api/org-event-count/{organizationId}",
			`GET ${ORGANIZATION}/sites/overview`,
			`POST ${ORGANIZATION}/query`,
		],
	},
	{
		policy: "Viewers",
		scope: "users:read",
		routes: [
			...reads("/user-traits/keys", "/user-traits/values", "/user-traits/users"),
			...exports("/user-traits/keys", "/user-traits/values", "/user-traits/users"),
		],
	},
	{
		policy: "Viewers",
		scope: "replay:read",
		routes: reads("/session-replay/list", "/session-replay/{sessionId}"),
	},
	{
		policy: "Administrators",
		scope: "replay:write",
		routes: [`DELETE ${SITE}/session-replay/{sessionId}`],
	},
	{
		policy: "Members",
		scope: "users:write",
		routes: [`POST ${SITE}/users/identify`, `PUT ${SITE}/users/{userId}/traits`],
	},
	{ policy: "Administrators", scope: "users:write", routes: [`DELETE ${SITE}/users/{userId}`] },
	{
		policy: "Visitors",
		scope: "goals:read",
		routes: [
			...reads(
				"/goals",
				"/goals/time-series",
				"/goals/{goalId}/by-dimension",
				"/goals/{goalId}/sessions",
			),
			...exports(
				"/goals",
				"/goals/time-series",
				"/goals/{goalId}/by-dimension",
				"/goals/{goalId}/sessions",
			),
		],
	},
	{
		policy: "Visitors",
		scope: "funnels:read",
		routes: [
			...reads("/funnels", "/funnels/analyze"),
			...exports("/funnels", "/funnels/analyze"),
			`POST ${SITE}/funnels/analyze`,
			`POST ${SITE}/funnels/{stepNumber}/sessions`,
		],
	},
	{ policy: "Visitors", scope: "annotations:read", routes: reads("/annotations") },
	{
		policy: "Visitors",
		scope: "segments:read",
		routes: reads("/segments", "/segments/{segmentId}"),
	},
	{
		policy: "Visitors",
		scope: "dashboards:read",
		routes: reads("/questions", "/questions/{questionId}", "/boards", "/boards/{boardId}"),
	},
	{
		policy: "Viewers",
		scope: "dashboards:read",
		routes: reads("/questions/{questionId}/versions", "/boards/{boardId}/versions"),
	},
	{
		policy: "Viewers",
		scope: "report-mails:read",
		routes: [
			`GET ${ORGANIZATION}/report-mails`,
			`GET ${ORGANIZATION}/report-mails/{reportMailId}`,
			`GET ${ORGANIZATION}/report-mails/{reportMailId}/preview`,
		],
	},
	{
		policy: "Members",
		scope: "report-mails:write",
		routes: [
			`POST ${ORGANIZATION}/report-mails`,
			`PUT ${ORGANIZATION}/report-mails/{reportMailId}`,
			`DELETE ${ORGANIZATION}/report-mails/{reportMailId}`,
			`POST ${ORGANIZATION}/report-mails/{reportMailId}/send`,
			`PUT ${ORGANIZATION}/report-mails/{reportMailId}/subscription`,
			`POST ${ORGANIZATION}/report-mails/{reportMailId}/recipients/{recipientId}/confirmation`,
		],
	},
	{
		policy: "Members",
		scope: "dashboards:write",
		routes: [
			`POST ${SITE}/questions`,
			`PUT ${SITE}/questions/{questionId}`,
			`DELETE ${SITE}/questions/{questionId}`,
			`POST ${SITE}/questions/{questionId}/versions/{version}/restore`,
			`POST ${SITE}/boards`,
			`PUT ${SITE}/boards/{boardId}`,
			`DELETE ${SITE}/boards/{boardId}`,
			`POST ${SITE}/boards/{boardId}/versions/{version}/restore`,
		],
	},
	{ policy: "Visitors", scope: "sites:read", routes: reads("", "/viewer") },
	{
		policy: "Visitors",
		scope: "analytics:read",
		routes: reads("/imported-figures", "/search-queries"),
	},
	{
		policy: "Viewers",
		scope: "sites:read",
		routes: [
			`GET ${ORGANIZATION}/sites`,
			`GET ${ORGANIZATION}/example-site`,
			...reads("/excluded-ips", "/excluded-countries", "/excluded-paths", "/excluded-hostnames"),
			...reads("/excluded-user-agents", "/excluded-asns", "/excluded-query-params"),
			...reads("/private-link-config", "/private-link-config/areas", "/imports", "/config"),
			...reads("/private-links"),
			...reads("/outcomes", "/own-address"),
		],
	},
	{
		policy: "Viewers",
		scope: "org:read",
		routes: [`GET ${ORGANIZATION}/members`, `GET ${ORGANIZATION}/teams`],
	},
	{
		policy: "Members",
		scope: "goals:write",
		routes: [`POST ${SITE}/goals`, `PUT ${SITE}/goals/{goalId}`, `DELETE ${SITE}/goals/{goalId}`],
	},
	{
		policy: "Members",
		scope: "funnels:write",
		routes: [`POST ${SITE}/funnels`, `DELETE ${SITE}/funnels/{funnelId}`],
	},
	{
		policy: "Members",
		scope: "annotations:write",
		routes: [
			`POST ${SITE}/annotations`,
			`PUT ${SITE}/annotations/{annotationId}`,
			`DELETE ${SITE}/annotations/{annotationId}`,
		],
	},
	{
		policy: "Members",
		scope: "errors:write",
		routes: [`PUT ${SITE}/errors/states`, `PUT ${SITE}/errors/{errorId}/state`],
	},
	{
		policy: "Viewers",
		scope: "alerts:read",
		routes: [
			...reads("/alerts", "/alerts/{alertId}", "/alerts/{alertId}/events"),
			`POST ${SITE}/alerts/dry-run`,
		],
	},
	{
		policy: "Members",
		scope: "alerts:write",
		routes: [
			`POST ${SITE}/alerts`,
			`PUT ${SITE}/alerts/{alertId}`,
			`DELETE ${SITE}/alerts/{alertId}`,
			`POST ${SITE}/alerts/{alertId}/pause`,
			`POST ${SITE}/alerts/{alertId}/resume`,
		],
	},
	{
		policy: "Members",
		scope: "segments:write",
		routes: [
			`POST ${SITE}/segments`,
			`PUT ${SITE}/segments/{segmentId}`,
			`DELETE ${SITE}/segments/{segmentId}`,
		],
	},
	{
		policy: "Administrators",
		scope: "sites:write",
		routes: [
			`POST ${ORGANIZATION}/sites`,
			`POST ${ORGANIZATION}/example-site`,
			`PUT ${SITE}/config`,
			`POST ${SITE}/rules/preview`,
			`DELETE ${SITE}`,
			`POST ${SITE}/private-link-config`,
			`PUT ${SITE}/private-link-config/areas`,
			`POST ${SITE}/private-links`,
			`PUT ${SITE}/private-links/{linkId}`,
			`DELETE ${SITE}/private-links/{linkId}`,
			`POST ${SITE}/imports`,
			`POST ${SITE}/imports/google`,
			`POST ${SITE}/imports/{importId}/events`,
			`POST ${SITE}/imports/{importId}/cancel`,
			`DELETE ${SITE}/imports/{importId}`,
		],
	},
	{
		policy: "Administrators",
		scope: "org:write",
		routes: [
			`POST ${ORGANIZATION}/members`,
			`PUT ${ORGANIZATION}/members/{memberId}/sites`,
			`POST ${ORGANIZATION}/teams`,
			`PUT ${ORGANIZATION}/teams/{teamId}`,
			`DELETE ${ORGANIZATION}/teams/{teamId}`,
		],
	},
	{ policy: "Viewers", scope: "channels:read", routes: [`GET ${ORGANIZATION}/channels`] },
	{ policy: "Administrators", scope: "channels:read", routes: [`GET ${ORGANIZATION}/deliveries`] },
	{
		policy: "Administrators",
		scope: "channels:write",
		routes: [
			`POST ${ORGANIZATION}/channels`,
			`PUT ${ORGANIZATION}/channels/{channelId}`,
			`DELETE ${ORGANIZATION}/channels/{channelId}`,
			`POST ${ORGANIZATION}/channels/{channelId}/test`,
			`POST ${ORGANIZATION}/deliveries/{deliveryId}/send-again`,
		],
	},
	{
		policy: "Administrators",
		scope: "org:read",
		routes: [
			`GET ${ORGANIZATION}/sign-in-policy`,
			`GET ${ORGANIZATION}/sign-in-providers`,
			`GET ${ORGANIZATION}/members/{memberId}/sign-ins`,
			`GET ${ORGANIZATION}/members/{memberId}/sessions`,
		],
	},
	{
		policy: "Owners",
		scope: "org:read",
		routes: [
			`GET ${ORGANIZATION}/audit-log`,
			`GET ${ORGANIZATION}/audit-log/export`,
			`GET ${ORGANIZATION}/audit-log/channel`,
		],
	},
	{ policy: "People", scope: "org:read", routes: ["GET /api/organizations"] },
	{ policy: "People", scope: "sites:read", routes: ["GET /api/sites"] },
	{ policy: "People", scope: "analytics:read", routes: ["GET /api/sites/overview"] },
	{
		policy: "Signed in",
		routes: [
			"GET /api/user/organizations",
			"GET /api/user/memberships",
			"GET /api/user/invitations",
			"POST /api/user/invitations/{invitationId}/accept",
			"POST /api/user/invitations/{invitationId}/decline",
			"POST /api/user/confirm-email",
			"GET /api/user/preferences",
			"PATCH /api/user/preferences",
			"GET /api/user/second-factor",
			"GET /api/user/sign-ins",
			"POST /api/sign-in/oidc/{providerId}/link",
		],
	},
	{
		policy: "Administrators of the instance",
		routes: [
			"GET /api/destinations",
			"POST /api/destinations",
			"POST /api/destinations/check",
			"PUT /api/destinations/{destinationId}",
			"DELETE /api/destinations/{destinationId}",
			"POST /api/destinations/{destinationId}/pause",
			"POST /api/destinations/{destinationId}/resume",
		],
	},
	{ policy: "Keys", routes: ["POST /api/mcp"] },
	{ policy: "Unlimited people", routes: ["POST /api/user/api-keys"] },
	{
		policy: "Unlimited owners",
		routes: [`GET ${SITE}/move`, `POST ${SITE}/move`, `PUT ${ORGANIZATION}/audit-log/channel`],
	},
	{
		policy: "Unlimited administrators",
		routes: [
			`POST ${ORGANIZATION}/api-keys`,
			`POST ${ORGANIZATION}/users`,
			`PUT ${ORGANIZATION}/sign-in-policy`,
			`POST ${ORGANIZATION}/sign-in-providers`,
			`POST ${ORGANIZATION}/sign-in-providers/{providerId}/verify`,
			`PATCH ${ORGANIZATION}/sign-in-providers/{providerId}`,
			`DELETE ${ORGANIZATION}/sign-in-providers/{providerId}`,
			`POST ${ORGANIZATION}/members/{memberId}/reset-second-factor`,
			`DELETE ${ORGANIZATION}/members/{memberId}/sessions`,
		],
	},
];

/** The auth library's operations that work without a session; all others need one. */
export const FOR_VISITORS: readonly string[] = [
	"POST /api/auth/sign-up/email",
	"POST /api/auth/sign-in/email",
	"POST /api/auth/sign-in-link",
	"POST /api/auth/two-factor/verify-totp",
	"POST /api/auth/two-factor/verify-backup-code",
	"GET /api/auth/passkey/generate-authenticate-options",
	"POST /api/auth/passkey/verify-authentication",
	"POST /api/auth/sign-out",
	"GET /api/auth/get-session",
	"POST /api/auth/verify-email",
	"POST /api/auth/organization/read-invitation",
	"POST /api/auth/request-password-reset",
	"POST /api/auth/reset-password",
];
