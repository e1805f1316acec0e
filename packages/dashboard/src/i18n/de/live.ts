import type { words as english } from "../en/live.ts";

export const words: typeof english = {
	nowLabel: "Jetzt",
	sessionsNow: "Sitzungen jetzt",
	seenIn: (minutes) => `gesehen in den letzten ${minutes} Minuten`,
	perMinute: "Seitenaufrufe je Minute, letzte 30 Minuten",
	`höchstens ${views}` => most: (views) => `max. ${views}` => `höchstens ${views}`,
	minute: (clock, views) => `${clock} · ${views} Aufrufe`,
	soFar: (clock) => `${clock}, bisher`,
	now: "jetzt",
	pause: "Pausieren",
	pausedWith: (count) => `Pausiert, ${count} neu`,
	stream: "Aktivität",
	streamLabel: "Ereignisstrom",
	zone: (zone) => `Zeiten in ${zone}`,
	status: {
		connecting: "Verbindung wird hergestellt",
		pushed: "Live",
		polled: "Nicht live",
		unreadable: "Nicht live",
		unreachable: "Nicht live",
		refused: "Nicht live",
		paused: "Pausiert",
		filtered: (seconds) => `Alle ${seconds} Sekunden`,
	},
	lost: {
		polled:
			"Die Live-Verbindung ist unterbrochen. Neue Ereignisse werden alle 5 Sekunden abgerufen.",
		unreadable:
			"Der Server kann neue Ereignisse gerade nicht lesen. Diese Seite versucht es automatisch erneut.",
		unreachable: "Der Server antwortet nicht. Diese Seite versucht es automatisch erneut.",
	},
	newEvents: (text, count) => (count === 1 ? `${text} neues Ereignis` : `${text} neue Ereignisse`),
	showAll: (count) => `Alle ${count} anzeigen`,
	openSession: "Sitzung öffnen",
	verbs: {
		pageview: "Aufgerufen:",
		outbound: "Wechsel zu",
		button_click: "Geklickt:",
		copy: "Kopiert:",
		form_submit: "Formular abgeschickt",
		input_change: "Feld geändert",
	},
	on: "auf",
	from: "von",
	quiet: "Nichts in den letzten 30 Minuten",
	quietText: "Was Besucher tun, erscheint hier innerhalb von Sekunden.",
	noMatch: "Keine passenden Ereignisse in den letzten 30 Minuten",
	nobody: {
		pathname: "Niemand in den letzten 30 Minuten",
		referrer: "Niemand in den letzten 30 Minuten",
		country: "Kein Land bekannt",
	},
	lists: { pathname: "Seiten", referrer: "Quellen", country: "Länder" },
	listLabels: {
		pathname: "Seiten, letzte 30 Minuten",
		referrer: "Quellen, letzte 30 Minuten",
		country: "Länder, letzte 30 Minuten",
	},
	sessions: "Sitzungen",
	share: "Anteil",
	shareTitles: {
		pathname:
			"Anteil an allen Seiten zusammen: Eine Sitzung zählt einmal für jede ihrer Seiten",
		referrer: "Anteil an allen Sitzungen der letzten 30 Minuten",
		country: "Anteil an den Sitzungen mit bekanntem Land",
	},
};
