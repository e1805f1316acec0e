/** The permissions of scoped API keys: resource → actions. */
export const SCOPES = {
	analytics: ["read"],
	sessions: ["read"],
	events: ["read"],
	errors: ["write"],
	users: ["read", "write"],
	goals: ["read", "write"],
	funnels: ["read", "write"],
	dashboards: ["read", "write"],
	flags: ["read", "write"],
	experiments: ["read", "write"],
	sites: ["read", "write"],
	gsc: ["read", "write"],
	org: ["read", "write"],
	replay: ["read", "write"],
	sql: ["read"],
	ingest: ["write"],
	annotations: ["read", "write"],
	segments: ["read", "write"],
	alerts: ["read", "write"],
	channels: ["read", "write"],
	"report-mails": ["read", "write"],
	"source-maps": ["write"],
} as const;

type Resource = keyof typeof SCOPES;
export type Scope = {
	[Name in Resource]: `${Name}:${(typeof SCOPES)[Name][number]}`;
}[Resource];

/** Resource → actions of one key. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** Whether a key with these permissions has the scope. `null` = unrestricted; write implies read. */
export const allows = (permissions: Permissions | null, scope: Scope): boolean => {
	if (permissions === null) return true;
	const [resource = "", action = ""] = scope.split(":");
	const granted = Object.hasOwn(permissions, resource) ? (permissions[resource] ?? []) : [];
	return granted.includes(action) || (action === "read" && granted.includes("write"));
};
