import type { Phrases } from "./phrases.ts";

const COUNTED: Readonly<Record<string, readonly [one: string, many: string, article: string]>> = {
	sessions: ["Sitzung", "Sitzungen", "eine"],
	users: ["Nutzer", "Nutzer", "ein"],
	pageviews: ["Seitenaufruf", "Seitenaufrufe", "ein"],
	events: ["Ereignis", "Ereignisse", "ein"],
	errors: ["Fehler", "Fehler", "ein"],
	orders: ["Bestellung", "Bestellungen", "eine"],
	conversions: ["Conversion", "Conversions", "eine"],
};
const FIGURES: Readonly<Record<string, string>> = {
	bounce_rate: "Die Absprungrate",
	session_duration: "Die mittlere Sitzungsdauer",
	views_per_session: "Die Zahl der Aufrufe je Sitzung",
	revenue: "Der Umsatz",
	conversion_rate: "Die Conversion-Rate",
};
/** Countries whose names have an article, after "aus". */
const WITH_ARTICLE: Readonly<Record<string, string>> = {
	...{ AE: "den Vereinigten Arabischen Emiraten", BS: "den Bahamas", CH: "der Schweiz" },
	...{ CD: "der Demokratischen Republik Kongo", CG: "der Republik Kongo" },
	...{ CF: "der Zentralafrikanischen Republik", DO: "der Dominikanischen Republik" },
	...{ FO: "den Färöern", GB: "dem Vereinigten Königreich", IQ: "dem Irak", IR: "dem Iran" },
	...{ KM: "den Komoren", LB: "dem Libanon", MH: "den Marshallinseln", MN: "der Mongolei" },
	...{ MV: "den Malediven", NL: "den Niederlanden", PH: "den Philippinen", SC: "den Seychellen" },
	...{ SD: "dem Sudan", SK: "der Slowakei", SS: "dem Südsudan", TR: "der Türkei" },
	...{ UA: "der Ukraine", US: "den USA", VA: "der Vatikanstadt", YE: "dem Jemen" },
};
const DEVICES: Readonly<Record<string, string>> = {
	Mobile: "Smartphones",
	Tablet: "Tablets",
	Desktop: "Computern",
	TV: "Fernsehern",
};

const countries = new Intl.DisplayNames("de", { type: "region" });
const languages = new Intl.DisplayNames("de", { type: "language" });
const named = (names: Intl.DisplayNames, code: string) => {
	try {
		return names.of(code) ?? code;
	} catch {
		return code;
	}
};

const quoted = (text: string) => `„${text}“`;

/** In the order in which they are told. */
const QUALIFIERS: Readonly<Record<string, (value: string) => string>> = {
	error: (value) => `mit der Meldung ${quoted(value)}`,
	event_name: (value) => `mit dem Namen ${quoted(value)}`,
	pathname: (value) => `auf der Seite ${value}`,
	country: (value) => `aus ${WITH_ARTICLE[value] ?? named(countries, value)}`,
	region: (value) => `aus der Region ${value}`,
	city: (value) => `aus ${value.split("-").slice(2).join("-") || value}`,
	channel: (value) => `über den Kanal ${value}`,
	referrer: (value) => `über ${value}`,
	utm_campaign: (value) => `aus der Kampagne ${quoted(value)}`,
	utm_source: (value) => `aus der Quelle ${quoted(value)}`,
	utm_medium: (value) => `über das Medium ${quoted(value)}`,
	utm_content: (value) => `mit dem Kampagneninhalt ${quoted(value)}`,
	utm_term: (value) => `mit dem Kampagnenbegriff ${quoted(value)}`,
	entry_page: (value) => `mit Einstieg auf ${value}`,
	hostname: (value) => `auf ${value}`,
	browser: (value) => `mit ${value}`,
	browser_version: (value) => `mit ${value}`,
	operating_system: (value) => `unter ${value}`,
	operating_system_version: (value) => `unter ${value}`,
	device_type: (value) => `auf ${DEVICES[value] ?? value}`,
	language: (value) => `mit der Sprache ${named(languages, value)}`,
	release: (value) => `aus dem Release ${value}`,
	app_version: (value) => `aus der Version ${value}`,
	asn_org: (value) => `aus dem Netz ${value}`,
};

const headOf = (kind: string, isOne: boolean) => COUNTED[kind]?.[isOne ? 0 : 1] ?? "Sitzungen";
const about = (subject: string | undefined) => (subject === undefined ? "" : ` ${quoted(subject)}`);
const after = (since: string | undefined) => (since === undefined ? "" : `, ${since}`);
const withPercent = (percent: string | undefined) => (percent === undefined ? "" : ` (${percent})`);

export const GERMAN: Phrases = {
	locale: "de-DE",
	count: ({ kind, subject, number, isOne, isMore, percent, than }) =>
		`Gegenüber ${than} gab es ${number} ${headOf(kind, isOne)}${about(subject)} ${isMore ? "mehr" : "weniger"}${withPercent(percent)}.`,
	figure: ({ kind, subject, by, to, percent, isMore, than }) =>
		`${FIGURES[kind] ?? kind}${about(subject)} ist gegenüber ${than} um ${by}${withPercent(percent)} auf ${to} ${isMore ? "gestiegen" : "gesunken"}.`,
	same: (kind, subject, than) =>
		FIGURES[kind]
			? `${FIGURES[kind]}${about(subject)} ist gegenüber ${than} unverändert.`
			: `Gegenüber ${than} gab es gleich viele ${headOf(kind, false)}${about(subject)}.`,
	than: (compare, days) => {
		if (compare === "month") return "denselben Tagen einen Monat zuvor";
		if (compare === "year") return "denselben Tagen ein Jahr zuvor";
		if (compare !== "previous") return "dem Vergleichszeitraum";
		if (days === 1) return "dem Vortag";
		if (days === 7) return "der Vorwoche";
		return days === undefined ? "dem gleich langen Zeitraum davor" : `den ${days} Tagen davor`;
	},
	usual: "Das ist nicht mehr als üblich.",
	qualifiers: (dimensions) =>
		Object.entries(QUALIFIERS)
			.flatMap(([name, phrase]) =>
				dimensions[name] === undefined ? [] : [phrase(dimensions[name])],
			)
			.join(" "),
	part: ({ kind, number, isOne, isWith, isMore, who, since }) =>
		isWith
			? `${number} davon ${isOne ? `ist ${COUNTED[kind]?.[2] ?? "eine"} ${headOf(kind, true)}` : `sind ${headOf(kind, false)}`} ${who}${after(since)}.`
			: `Dagegen gab es ${number} ${headOf(kind, isOne)} ${who} ${isMore ? "mehr" : "weniger"}${after(since)}.`,
	partOfFigure: ({ kind, number, isOne, isWith, isMore, who, mix, rate, since }) => {
		const head = kind === "revenue" ? "Bestellungen" : "Sitzungen";
		const parts =
			mix === undefined || rate === undefined
				? ""
				: ` (${rate} durch deren eigene Rate, ${mix} durch deren Anteil an allen Sitzungen)`;
		return isWith
			? `${number} davon ${isOne || kind === "revenue" ? "kommt" : "kommen"} von ${head} ${who}${parts}${after(since)}.`
			: `Dagegen haben ${head} ${who} sie um ${number} ${isMore ? "erhöht" : "verringert"}${parts}${after(since)}.`.replace(
					" sie um ",
					kind === "revenue" ? " ihn um " : " sie um ",
				);
	},
	spread: "Kein Teil sticht hervor: Die Veränderung verteilt sich auf alle.",
	rest: (number) => `Der Rest, ${number}, verteilt sich auf alle anderen.`,
	since: (day, hour) => (hour === undefined ? `seit dem ${day}` : `seit dem ${day}, ${hour} Uhr`),
	beside: (kind, title, day, until) =>
		({
			annotation: `Zum ${day} gibt es eine Notiz: ${quoted(title)}.`,
			deploy: `Am ${day} gab es eine Auslieferung: ${quoted(title)}.`,
			gap: `Vom ${day} bis zum ${until} kamen keine Ereignisse an.`,
			alert: `Am ${day} gab es eine Warnung: ${quoted(title)}.`,
			error: `Am ${day} trat ein neuer Fehler auf: ${quoted(title)}.`,
		})[kind],
	difference: (number, type, isOne) => {
		if (type === "percent" || type === "fraction")
			return `${number} ${isOne ? "Prozentpunkt" : "Prozentpunkte"}`;
		return type === "seconds" ? `${number} ${isOne ? "Sekunde" : "Sekunden"}` : number;
	},
	value: (number, type) => {
		if (type === "percent" || type === "fraction") return `${number} %`;
		return type === "seconds" ? `${number} Sekunden` : number;
	},
};
