import type { words as english } from "../en/palette.ts";

export const words: typeof english = {
	placeholder: "Seiten, Websites, Zeiträume, Filter",
	results: "Ergebnisse",
	page: "Seite",
	site: "Website",
	newTab: "öffnet einen neuen Tab",
	failed: "Die Suche nach Werten ist fehlgeschlagen.",
	section: {
		site: "Website",
		tracking: "Erfassung",
		snippet: "Einbau",
		exclusions: "Ausschlüsse",
		money: "Geld",
		clients: "Andere Clients",
		rules: "Regeln",
		schemas: "Ereignis-Schemas",
		"source-maps": "Source Maps",
		sharing: "Teilen",
		mails: "Berichtsmails",
		segments: "Segmente",
		annotations: "Anmerkungen",
		imports: "Importe",
		exports: "Exporte",
		delete: "Löschen",
	},
};
