import type { words as english } from "../en/past.ts";

export const words: typeof english = {
	another: "einem anderen Produkt",
	from: (source, range) => `Aus ${source}, ${range}`,
	compared: (source, range) => `Verglichen mit Tagen aus ${source}, ${range}.`,
	dailyUsers: "Personen dieser Tage sind Besucher je Tag: Wer an zwei Tagen kam, zählt doppelt.",
	isOn: "Mitzählen",
	leftOut: {
		filter: (source) => `Ohne die Tage aus ${source}: Sie lassen sich so nicht filtern.`,
		metric: (source) => `Ohne die Tage aus ${source}: Sie enthalten diese Kennzahlen nicht.`,
		bucket: (source) => `Ohne die Tage aus ${source}: Sie haben keine Stunden.`,
		dimension: (source) => `Ohne die Tage aus ${source}: Sie sind nicht danach aufgeteilt.`,
		switched_off: (source) => `Ohne die Tage aus ${source}.`,
	},
	lower: (source) => `Die Karten darunter zählen ohne die Tage aus ${source}.`,
	double: (days) =>
		`Für ${days} gibt es eigene Ereignisse und importierte Werte. Es zählen die Ereignisse.`,
	months: {
		title: "Monate nebeneinander",
		text: (until) =>
			`Was das andere Produkt gezählt hat, und was Footfall. Berichte verwenden importierte Werte für Tage vor dem ${until}.`,
		textOfNone:
			"Was das andere Produkt gezählt hat. Berichte verwenden diese Werte, bis das erste Ereignis eintrifft.",
		month: "Monat",
		visitors: "Tagesbesucher",
		sessions: "Besuche",
		pageviews: "Seitenaufrufe",
		own: (figure) => `${figure}, Footfall`,
		theirs: (figure) => `${figure}, importiert`,
		double: "Tage in beiden",
		until: "Importierte Werte zählen vor dem",
		untilHint: "Leer: der Tag des ersten Ereignisses.",
	},
};
