import type { words as english } from "../en/schemas.ts";

export const words: typeof english = {
	text: "Wie die Eigenschaften eigener Ereignisse aussehen müssen. Jedes Ereignis wird bei seiner Ankunft verglichen.",
	none: "Kein Ereignis hat ein Schema.",
	list: "Ereignis-Schemas",
	modes: {
		watch: "Beobachten: speichern und zählen",
		warn: "Warnen: Verstöße auch in Antworten nennen",
		quarantine: "Quarantäne: von Berichten fernhalten",
	},
	event: "Name des Ereignisses",
	mode: "Wenn ein Ereignis nicht passt",
	schema: "JSON-Schema seiner Eigenschaften",
	propose: "Aus letzten Ereignissen ableiten",
	proposed: (events) => `Aus den letzten ${events} Ereignissen dieses Namens abgeleitet.`,
	notJson: "Das ist kein JSON-Objekt.",
	check: "Letzte Ereignisse prüfen",
	add: "Schema speichern",
	edit: (event) => `Schema von ${event} bearbeiten`,
	remove: (event) => `Schema von ${event} entfernen`,
	saved: "Ereignis-Schemas gespeichert",
	fitting: (fitting, checked) => `${fitting} der letzten ${checked} Ereignisse passen.`,
	anyway: "In Quarantäne nehmen, auch wenn kein letztes Ereignis passt",
	violations: "Verstöße der letzten 30 Tage",
	noViolations: "Alle Ereignisse passen.",
	rule: "Regel",
	count: "Ereignisse",
	examples: "Beispiele",
	quarantined: (events) =>
		`${events} Ereignisse sind in Quarantäne. Nach 30 Tagen werden sie gelöscht.`,
	resend: "Erneut senden",
	resent: (events) => `${events} Ereignisse werden erneut gesendet`,
};
