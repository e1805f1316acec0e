import type { words as english } from "../en/money.ts";

export const words: typeof english = {
	text: "Ereignisse können einen Betrag mit Währung haben. Änderungen gelten für Ereignisse ab jetzt, Kurse für alle.",
	currency: "Währung",
	currencyHint: "Von Beträgen ohne Währung. Ein Code aus drei Buchstaben wie EUR; leer für keine.",
	currencyBad: "Geben Sie einen Code aus drei Buchstaben ein, etwa EUR.",
	events: "Ereignisse mit Beträgen",
	eventsText:
		"In diesen Ereignissen sind die Eigenschaften revenue oder value Beträge. Ein Ereignis mit eigenem revenue zählt immer.",
	noEvents: "Eigenschaften von Ereignissen sind keine Beträge.",
	event: "Name des Ereignisses",
	eventEmpty: "Geben Sie den Namen eines Ereignisses ein.",
	repeated: "Das steht schon auf der Liste.",
	full: (most) => `Die Liste ist voll: höchstens ${most}. Entfernen Sie zuerst etwas.`,
	add: "Hinzufügen",
	remove: "Entfernen",
	removeOne: (value) => `${value} entfernen`,
	rates: "Wechselkurse",
	ratesText:
		"Für Summen in einer Währung. Ein Kurs gilt ab seinem Tag bis zum nächsten; Beträge ohne Kurs werden ausgelassen und genannt.",
	noRates: "Beträge in anderen Währungen werden nicht umgerechnet.",
	date: "Ab",
	from: "Währung",
	to: "In",
	rate: "Kurs",
	rateOf: (date, from, to) => `${from} in ${to} ab ${date}`,
	rateBad: {
		date: "Wählen Sie einen Tag.",
		currency: "Geben Sie zwei verschiedene Codes aus drei Buchstaben ein, etwa USD und EUR.",
		rate: "Geben Sie eine Zahl über 0 mit Punkt ein, etwa 0.92.",
	},
	refused: (count, reasons) =>
		`In der letzten Stunde ohne ihren Betrag gespeichert: ${count} (${reasons}).`,
	reasons: {
		amount: "kein Betrag wie 29.90",
		currency: "unbekannte Währung",
		no_currency: "keine Währung, auch nicht von der Website",
		order_id: "Bestellnummer zu lang",
		event_type: "eine Messung",
	},
};
