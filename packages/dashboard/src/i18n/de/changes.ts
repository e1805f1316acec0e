import type { words as english } from "../en/changes.ts";

export const words: typeof english = {
	title: (figure) => `Warum hat sich das geändert: ${figure}?`,
	why: "Warum?",
	whyOf: (figure) => `Warum hat sich das geändert: ${figure}?`,
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
	beside: "Daneben",
	kinds: {
		annotation: "Notiz",
		deploy: "Deployment",
		gap: "Es kamen keine Ereignisse an",
		alert: "Warnung",
		error: "Neuer Fehler",
	},
};
