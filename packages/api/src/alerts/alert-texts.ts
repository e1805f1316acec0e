import type { Verdict } from "./conditions/verdict.ts";

type Language = "en" | "de";

/** What metrics are called in a sentence; others by their name in a query. */
const METRICS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
	en: {
		sessions: "Sessions",
		users: "Users",
		pageviews: "Page views",
		events: "Custom events",
		errors: "Errors",
		error_sessions: "Sessions with errors",
		revenue: "Revenue",
		orders: "Orders",
		bots: "Requests of bots",
		bounce_rate: "Bounce rate",
		session_duration: "Session duration",
		views_per_session: "Pages per session",
	},
	de: {
		sessions: "Sitzungen",
		users: "Besucher",
		pageviews: "Seitenaufrufe",
		events: "Eigene Ereignisse",
		errors: "Fehler",
		error_sessions: "Sitzungen mit Fehlern",
		revenue: "Umsatz",
		orders: "Bestellungen",
		bots: "Anfragen von Bots",
		bounce_rate: "Absprungrate",
		session_duration: "Sitzungsdauer",
		views_per_session: "Seiten pro Sitzung",
	},
};

/** The name of a metric in a sentence. */
export const metricName = (metric: string, language: Language): string => {
	const known = METRICS[language][metric];
	if (known !== undefined) return known;
	const goal = /^conversions\((\d+)\)$/.exec(metric)?.[1];
	if (goal !== undefined)
		return language === "de" ? `Conversions von Ziel ${goal}` : `Conversions of goal ${goal}`;
	const [vital = metric, level] = metric.split(":");
	return level === undefined ? metric : `${vital.toUpperCase()} (${level})`;
};

/** A number as a reader of the language writes it. */
export const numberText = (value: number | null | undefined, language: Language): string =>
	value === null || value === undefined
		? "–"
		: new Intl.NumberFormat(language, {
				maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0,
			}).format(value);

/** A time in the reader's zone. */
export const timeText = (instant: number, language: Language, timeZone: string): string =>
	new Intl.DateTimeFormat(language, {
		...{ dateStyle: "medium", timeStyle: "short", timeZone },
	}).format(instant);

const WINDOWS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
	en: { "5m": "5 minutes", "15m": "15 minutes", "1h": "an hour", "6h": "6 hours", "1d": "a day" },
	de: {
		"5m": "5 Minuten",
		"15m": "15 Minuten",
		"1h": "einer Stunde",
		"6h": "6 Stunden",
		"1d": "einem Tag",
	},
};

/** The length of a window in a sentence: "within an hour". */
export const windowText = (window: string, language: Language): string =>
	WINDOWS[language][window] ?? window;

/** Why nothing can be said about a rule yet; its turn is that among many rules. */
export const WAITING: Readonly<
	Record<Language, Record<NonNullable<Verdict["waits"]> | "turn", string>>
> = {
	en: {
		turn: "Waiting for its turn: there are more rules with filters, goals or rates than can be measured in time",
		events: "Waiting for the first events of the site",
		history: "Waiting until there are enough weeks of data to compare with",
		measurements: "Waiting for enough measurements",
	},
	de: {
		turn: "Wartet, bis sie an der Reihe ist: Es gibt mehr Regeln mit Filtern, Zielen oder Anteilen, als sich rechtzeitig messen lassen",
		events: "Wartet auf die ersten Ereignisse der Website",
		history: "Wartet, bis es genügend Wochen zum Vergleichen gibt",
		measurements: "Wartet auf genügend Messungen",
	},
};

/** Why a rule is paused whose site has gone to another organization. */
export const MOVED = {
	en: "The site was moved to another organization, and the channels stayed behind: choose others, then resume it",
	de: "Die Website wurde in eine andere Organisation verschoben, die Kanäle sind dort geblieben: andere wählen, dann fortsetzen",
} as const;

/** Why a rule cannot be evaluated, and what to change. */
export const BROKEN = {
	en: {
		goal: (goal: string) => `Its goal ${goal} was deleted: choose another one, or delete the rule`,
		channel: (names: string) =>
			`The channel ${names} was deleted: choose another one, or the rule tells nobody there`,
		vitals: "The site does not measure web vitals: switch them on in its settings",
		errors: "The site does not record errors: switch them on in its settings",
		failed: (why: string) => `It cannot be evaluated: ${why}`,
	},
	de: {
		goal: (goal: string) =>
			`Das Ziel ${goal} wurde gelöscht: anderes Ziel wählen oder die Regel löschen`,
		channel: (names: string) =>
			`Der Kanal ${names} wurde gelöscht: anderen Kanal wählen, sonst erfährt dort niemand davon`,
		vitals: "Die Website misst keine Web Vitals: in ihren Einstellungen einschalten",
		errors: "Die Website zeichnet keine Fehler auf: in ihren Einstellungen einschalten",
		failed: (why: string) => `Die Regel lässt sich nicht auswerten: ${why}`,
	},
} as const;
