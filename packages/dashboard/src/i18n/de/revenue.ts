import { counted } from "../../format/plural.ts";
import type { words as english } from "../en/revenue.ts";

export const words: typeof english = {
	revenue: "Umsatz",
	ordersOf: (orders, average) =>
		`${counted(orders, "Bestellung", "Bestellungen")}, im Mittel ${average}`,
	incomplete: "unvollständig",
	attribution: {
		title: (dimension) => `Was zu Umsatz führte: ${dimension}`,
		model: "Wer den Umsatz erhält",
		models: {
			last: "Die letzte Sitzung",
			first: "Die erste Sitzung",
			last_non_direct: "Die letzte Sitzung, die nicht direkt kam",
			linear: "Alle Sitzungen zu gleichen Teilen",
		},
		lookback: "Sitzungen zählen",
		days: (days) => `bis zu ${days} Tage vorher`,
		orders: "Bestellungen",
		none: "Kein Umsatz in diesem Zeitraum",
		note: "Je Person. Filter wählen die Bestellungen, nicht die Sitzungen, die zu ihnen führten.",
		leftOut: (amount, days) =>
			`${amount} (${days}) sind nicht enthalten: Die Website hat dafür keinen Wechselkurs.`,
	},
};
