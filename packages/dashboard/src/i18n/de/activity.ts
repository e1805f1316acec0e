import type { words as english } from "../en/activity.ts";

/** Texts of sessions and sign-ins. */
export const words: typeof english = {
	device: (browser, system) => `${browser} unter ${system}`,
	unknownDevice: "Unbekanntes Gerät",
	unknownPlace: "Unbekannter Ort",
	lastSeen: (when) => `zuletzt aktiv: ${when}`,
	since: (when) => `Angemeldet: ${when}`,
	until: (when) => `endet: ${when}`,
	signIns: "Anmeldeverlauf",
	when: "Wann",
	what: "Was",
	where: "Wo",
	empty: "Keine Anmeldungen in den letzten 90 Tagen",
	kept: "Anmeldungen werden 90 Tage lang gespeichert, ohne IP-Adressen.",
	way: {
		password: "Passwort",
		code: "Authenticator-App",
		"recovery-code": "Wiederherstellungscode",
		passkey: "Passkey",
		link: "Anmeldelink",
		provider: "Anmeldeanbieter",
		"sign-up": "Neues Konto",
	},
	outcome: {
		"signed-in": "Angemeldet",
		"factor-asked": "Richtig; zweiter Faktor verlangt",
		wrong: "Falsch",
		expired: "Abgelaufen",
		locked: "Nach zu vielen Versuchen gesperrt",
		refused: "Abgelehnt",
	},
	refused: {
		"no-role": "in keiner Gruppe, die Footfall verwenden darf",
		left: "hat die Organisation verlassen oder wurde daraus entfernt",
		"account-exists": "das Konto ist nicht mit dem Anbieter verbunden",
		"other-organization": "das Konto gehört auch zu einer anderen Organisation",
		"other-provider":
			"das Konto ist mit einem anderen Anbieter oder einer anderen Person verbunden",
		USE_PROVIDER: "das Konto meldet sich mit seinem Anbieter an",
	},
	audit: {
		title: "Export und Weiterleitung",
		fileText: "Alle Einträge als Datei, die ältesten zuerst.",
		csv: "Protokoll als CSV",
		lines: "Protokoll als JSON-Zeilen",
		linesShort: "JSON-Zeilen",
		channel: "Jeden neuen Eintrag senden an",
		channelHint:
			"Ein signierter Webhook. Was fehlschlägt, wird einen Tag lang erneut versucht. Nur Inhaber können diesen Kanal ändern.",
		none: "Niemanden",
		started: "Neue Einträge werden gesendet",
		stopped: "Neue Einträge werden nicht mehr gesendet",
		addWebhook: "Unter „Kanäle“ einen Webhook hinzufügen",
	},
	member: {
		open: "Anmeldungen ansehen…",
		title: (name) => `Anmeldungen von ${name}`,
		sessions: "Offene Anmeldungen",
		none: "Nirgends angemeldet",
		end: "Alle Anmeldungen beenden",
		endText:
			"Wenn Sie sie beenden, muss sich diese Person überall neu anmelden, auch für andere Organisationen, und mit dem zweiten Faktor. API-Schlüssel bleiben.",
		ended: (name) => `Alle Anmeldungen von ${name} sind beendet`,
		close: "Schließen",
	},
};
