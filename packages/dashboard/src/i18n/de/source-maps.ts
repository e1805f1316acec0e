import type { words as english } from "../en/source-maps.ts";

export const words: typeof english = {
	text: "Mit den Source Maps eines Builds zeigen Fehler die Zeilen der eigenen Quelltexte. Nur Mitglieder der Organisation sehen sie.",
	how: "Zwischen Bauen und Veröffentlichen hochladen",
	howText:
		"Der Befehl braucht einen API-Schlüssel mit source-maps:write in FOOTFALL_API_KEY. Der Bundler muss die Maps als Dateien schreiben, und das Script-Tag muss das Release als data-release nennen.",
	releases: "Releases mit Source Maps",
	none: "Noch keine Source Maps",
	noneText: "Fehler werden so gezeigt, wie Browser sie melden.",
	noRelease: "Ohne Release",
	files: { one: "Datei", other: "Dateien" },
	uploaded: "Hochgeladen",
	lastUsed: "Zuletzt gebraucht",
	remove: (release: string) => `Source Maps von ${release} löschen`,
	removeText: "Fehler dieses Releases werden dann so gezeigt, wie Browser sie melden.",
	keep: "Behalten",
	end: "Löschen",
	removed: "Source Maps gelöscht",
	space: (used: string, most: string, days: string) =>
		`Sie belegen ${used} von ${most}. Maps, die ${days} Tage lang kein Fehler gebraucht hat, werden gelöscht.`,
	withoutText: "Ohne die Texte der Quellen",
	context: (source: string, line: string) => `${source} um Zeile ${line}`,
	resolving: "Source Maps werden gesucht …",
	noMapOf: (release: string, file: string) =>
		`Keine Source Map von Release ${release} für ${file}.`,
	noMap: (file: string) =>
		`Keine Source Map für ${file}: Der Fehler nennt kein Release, und der Name der Datei enthält keinen Hash ihres Inhalts.`,
	unreadable: (file: string, detail: string) =>
		`Die Source Map von ${file} ist nicht lesbar: ${detail}`,
	unavailable: "Source Maps sind gerade nicht lesbar: Ihr Bucket antwortet nicht.",
	upload: "Wie Source Maps hochgeladen werden",
};
