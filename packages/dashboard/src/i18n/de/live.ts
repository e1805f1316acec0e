import type { words as english } from "../en/live.ts";

export const words: typeof english = {
	nowLabel: "Jetzt",
	sessionsNow: "Sitzungen jetzt",
	seenIn: (minutes) => `gesehen in den letzten ${minutes} Minuten`,
	perMinute: "Seitenaufrufe je Minute, letzte 30 Minuten",
	most: (views) => `höchstens ${views}`,
	minute: (clock, views) => `${clock} · ${views} Aufrufe`,
	soFar: (clock) => `${clock}, bisher`,
	now: "jetzt",
	pause: "Anhalten",
	pausedWith: (count) => `Angehalten, ${count} neu`,
	stream: "Was geschieht",
	streamLabel: "Strom der Ereignisse",
	zone: (zone) => `Zeiten in ${zone}`,
	status: {
		connecting: "Verbindet",
		pushed: "Live",
		polled: "Nicht live",
		unreadable: "Nicht live",
		unreachable: "Nicht live",
		refused: "Nicht live",
		paused: "Angehalten",
		filtered: (seconds) => `Alle ${seconds} Sekunden`,
	},
	lost: {
		polled:
			"Die Live-Verbindung ist abgebrochen. Neue Ereignisse werden solange alle 5 Sekunden abgefragt.",
		unreadable:
			"Der Server kann neue Ereignisse gerade nicht lesen. Diese Seite versucht es von selbst wieder.",
		unreachable: "Der Server antwortet nicht. Diese Seite versucht es von selbst wieder.",
	},
	newEvents: (text, count) => (count === 1 ? `${text} neues Ereignis` : `${text} neue Ereignisse`),
	showAll: (count) => `Alle ${count} zeigen`,
	openSession: "Sitzung öffnen",
	verbs: {
		pageview: "Aufgerufen:",
		outbound: "Gegangen zu",
		button_click: "Geklickt:",
		copy: "Kopiert",
		form_submit: "Formular gesendet",
		input_change: "Feld geändert",
	},
	on: "auf",
	from: "von",
	quiet: "Nichts in den letzten 30 Minuten",
	quietText: "Was Besucher tun, erscheint hier nach Sekunden.",
	noMatch: "Kein Ereignis der letzten 30 Minuten passt",
	nobody: {
		pathname: "Niemand in den letzten 30 Minuten",
		referrer: "Niemand in den letzten 30 Minuten",
		country: "Kein Land ist bekannt",
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
			"Von den Sitzungen aller Seiten zusammen: Eine Sitzung zählt einmal für jede ihrer Seiten",
		referrer: "Von allen Sitzungen der letzten 30 Minuten",
		country: "Von den Sitzungen, deren Land bekannt ist",
	},
};
