/** The resources that scopes can be limited to, in form order; those that no request needs yet are left out. */
export const SCOPED = {
	analytics: ["read"],
	sessions: ["read"],
	events: ["read"],
	errors: ["write"],
	users: ["read", "write"],
	goals: ["read", "write"],
	funnels: ["read", "write"],
	segments: ["read", "write"],
	annotations: ["read", "write"],
	dashboards: ["read", "write"],
	alerts: ["read", "write"],
	"report-mails": ["read", "write"],
	replay: ["read", "write"],
	channels: ["read", "write"],
	sites: ["read", "write"],
	org: ["read", "write"],
	"source-maps": ["write"],
	ingest: ["write"],
} as const;
export type Scoped = keyof typeof SCOPED;
export type Level = "none" | "read" | "write";
export type Levels = Readonly<Record<Scoped, Level>>;

export const SCOPED_NAMES = Object.keys(SCOPED) as Scoped[];

const all = (level: (name: Scoped) => Level): Levels =>
	Object.fromEntries(SCOPED_NAMES.map((name) => [name, level(name)])) as Levels;

export const NO_SCOPE: Levels = all(() => "none");

/** Presets that fit most keys. `all` is an unlimited key, `own` a custom one. */
export const PRESETS = ["all", "read", "send", "own"] as const;
export type Preset = (typeof PRESETS)[number];

const READ_ONLY = all((name) =>
	(SCOPED[name] as readonly string[]).includes("read") ? "read" : "none",
);
const SEND: Levels = { ...NO_SCOPE, ingest: "write" };

/** The right to each resource under a preset; `own` keeps the current choice. */
export const levelsOf = (preset: Preset, own: Levels): Levels =>
	preset === "read" ? READ_ONLY : preset === "send" ? SEND : own;

/** As the API expects them; null = unlimited. Writing includes reading. */
export const permissionsOf = (
	preset: Preset,
	own: Levels,
): Partial<Record<Scoped, string[]>> | null => {
	if (preset === "all") return null;
	const levels = levelsOf(preset, own);
	return Object.fromEntries(
		SCOPED_NAMES.flatMap((name) => {
			const level = levels[name];
			if (level === "none") return [];
			const actions = SCOPED[name] as readonly string[];
			return [[name, level === "write" ? [...actions] : ["read"]]];
		}),
	);
};

/** The scopes of a stored key: each resource with its highest right, including resources unknown to the form. */
export const grantsOf = (
	permissions: Readonly<Record<string, readonly string[]>>,
): { name: string; level: Exclude<Level, "none"> }[] =>
	Object.entries(permissions).flatMap(([name, actions]) =>
		actions.length === 0
			? []
			: [{ name, level: actions.includes("write") ? ("write" as const) : ("read" as const) }],
	);
