import type { words as english } from "../en/changes.ts";

export const words: typeof english = {
	why: "Warum?",
	table: "Woraus die Veränderung besteht",
	segment: "Teil",
	before: "Vorher",
	now: "Jetzt",
	contribution: "Beitrag",
	since: "Seit",
	rest: "Alle anderen",
	whole: "Ganze Veränderung",
	filterBy: (value) => `Nach ${value} filtern`,
	chance: (percent) => `Wahrscheinlichkeit einer solchen Veränderung ohne Ursache: ${percent}.`,
	beside: "Zu dieser Zeit",
	kinds: {
		annotation: "Anmerkung",
		deploy: "Auslieferung",
		gap: "Es kamen keine Ereignisse an",
		alert: "Warnung",
		error: "Neuer Fehler",
	},
};
