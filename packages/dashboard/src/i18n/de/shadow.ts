import type { words as english } from "../en/shadow.ts";

/** Texte zum Vergleich mit einem anderen Produkt. */
export const words: typeof english = {
	title: "Warum sich die Zahlen unterscheiden",
	text: (product) =>
		`Was ${product} und Footfall an denselben Tagen gezählt haben. Die Teile ergeben zusammen den Unterschied.`,
	figure: "Kennzahl",
	figures: { visitors: "Tagesbesucher", visits: "Besuche", pageviews: "Seitenaufrufe" },
	counted: { visitors: "Tagesbesucher", visits: "Besuche", pageviews: "Seitenaufrufe" },
	period: "Zeitraum",
	days: (days) => (days === 1 ? "1 Tag" : `${days} Tage`),
	lastDays: (days) => `Letzte ${days} Tage`,
	import: "Import",
	zone: "Tage dort in",
	result: (less, days, counted, percent, product) =>
		`Zeitraum: ${days}. Footfall zählt ${percent} ${less ? "weniger" : "mehr"} ${counted} als ${product}.`,
	same: (days, counted, product) =>
		`Zeitraum: ${days}. Footfall und ${product} zählen gleich viele ${counted}.`,
	explains: (part, points) => `${part}: ${points} Prozentpunkte davon.`,
	ours: "Footfall",
	day: "Tag",
	difference: "Unterschied",
	parts: {
		zones: "Zeitzonen",
		bots: "Bots",
		sessions: "Besuche über Mitternacht",
		people: "Personen mit mehreren Browsern",
		own_visits: "Ausgeschlossene Besuche",
		unexplained: "Nicht erklärt",
	},
	meanings: {
		zones: "Die Tage beginnen dort zu einer anderen Stunde.",
		bots: "Hier ausgelassen, dort mitgezählt.",
		sessions: "Hier einmal gezählt, dort an jedem Tag.",
		people: "Hier ein Besucher, dort einer je Browser.",
		own_visits: "Je Tag nicht bekannt: im nicht erklärten Rest enthalten.",
		unexplained: "Der Rest.",
	},
	unknown: "Nicht bekannt",
	byDay: "Je Tag",
	empty: "Noch kein ganzer Tag in beiden",
	emptyText:
		"Vergleichen lässt sich ein Tag, den beide von Anfang bis Ende gezählt haben: vom Tag nach dem ersten Ereignis der Website bis gestern.",
	leftOut: (days) =>
		`Ohne ${days} aus dem Import: vor dem ersten ganzen Tag dieser Website oder noch nicht vorbei.`,
};
