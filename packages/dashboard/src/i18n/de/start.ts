import type { words as english } from "../en/start.ts";

export const words: typeof english = {
	login: {
		title: "Anmelden",
		email: "E-Mail",
		password: "Passwort",
		forgotten: "Passwort vergessen?",
		signIn: "Anmelden",
		signingIn: "Anmeldung…",
		wrong:
			"E-Mail-Adresse und Passwort passen nicht zusammen. Achten Sie auf Groß- und Kleinschreibung.",
		useProvider:
			"Dieses Konto meldet sich bei seinem Anbieter an: Verwenden Sie den Knopf auf der Anmeldeseite.",
		wait: (seconds) => `Zu viele Versuche. Versuchen Sie es in ${seconds} s erneut.`,
		noMail:
			"Keine E-Mails von diesem Server? Der Administrator kann einen Anmeldelink ausgeben mit",
		command: "footfall admin sign-in-link",
		back: "Melden Sie sich an, um die geöffnete Seite zu sehen.",
		resetTitle: "Neues Passwort festlegen",
		resetText: "Wir senden Ihnen einen Link, um ein neues Passwort festzulegen.",
		send: "Link senden",
		sent: (email) =>
			`Wenn es ein Konto mit ${email} gibt, ist eine E-Mail mit einem Link unterwegs.`,
		backToSignIn: "Zurück zur Anmeldung",
		needEmail: "Geben Sie eine E-Mail-Adresse ein, z. B. a@b.co",
		needPassword: "Geben Sie ein Passwort ein.",
	},
	welcome: {
		title: "Zählen Sie Ihren ersten Besuch",
		text: "Drei Schritte, etwa eine Minute. Ein Passwort kann warten.",
		signInInstead: "Stattdessen anmelden",
		swapping: "Anmeldung…",
		usedTitle: "Dieser Anmeldelink wurde schon benutzt",
		lateTitle: "Dieser Anmeldelink ist abgelaufen",
		usedText: "Ein Link gilt einmal und 15 Minuten lang. Erzeugen Sie auf dem Server einen neuen:",
		badTitle: "Dieser Anmeldelink funktioniert nicht",
		signInByMail: "Mit E-Mail anmelden",
		site: "Ihre Website",
		next: "Weiter",
		change: "Ändern",
		line: "Fügen Sie eine Zeile ein",
		lineDone: "Zeile eingefügt",
		lineText: "Fügen Sie diese Zeile in den Kopf Ihrer Seiten ein.",
		showLine: "Zeile anzeigen",
		hasAdded: "Eingefügt",
		tabs: { html: "HTML", npm: "npm", react: "React", next: "Next.js", vue: "Vue" },
		tabsLabel: "Technik der Website",
		open: "Öffnen Sie Ihre Website",
		openText: (seconds) =>
			`Öffnen Sie sie in einem anderen Tab. Der Besuch erscheint hier innerhalb von ${seconds} Sekunden.`,
		openSite: (domain) => `${domain} öffnen`,
		listening: "Wartet auf den ersten Besuch",
		first: "Erster Besuch",
		firstFrom: (path, from, browser) =>
			`${path}${from === "" ? "" : `, aus ${from}`}${browser === "" ? "" : `, mit ${browser}`}.`,
		toOverview: "Überblick öffnen",
		invite: "Jemanden einladen",
		soFar: "Noch nichts gezählt. Bisher eingegangen:",
		nothing: "Nichts ist eingegangen. Mögliche Ursachen, die wahrscheinlichste zuerst:",
		why: {
			notThere: "Die Zeile fehlt auf der geöffneten Seite, oder eine ältere Kopie wurde angezeigt.",
			blocker:
				"Ein Werbeblocker in diesem Browser blockiert das Skript. Versuchen Sie ein privates Fenster ohne ihn.",
			policy: (host) => `Die Content-Security-Policy der Website erlaubt ${host} nicht.`,
			reach: (host) => `Der Browser des Besuchers erreicht ${host} nicht.`,
		},
		reasons: {
			bot: (count) => `Als Bots gezählt: ${count}`,
			botBy: (names) =>
				`Erkannt an: ${names}. Eine Prüfung Ihres Hosters oder ein Testlauf sieht so aus. Öffnen Sie die Website in Ihrem üblichen Browser.`,
			excluded: (count) => `Ausgeschlossen: ${count}`,
			excludedBy: (names) =>
				`Durch die Ausschlüsse der Website: ${names}. Ändern Sie diese, oder besuchen Sie die Seite von anderswo.`,
			refused: (count) => `Abgelehnt: ${count}`,
			refusedBy: (names) =>
				`Grund: ${names}. Vergleichen Sie die Zeile auf der Seite mit der obigen, und laden Sie die Seite neu.`,
			wrongSite: (count) => `Mit einer Website-ID, die dieser Server nicht kennt: ${count}`,
			wrongSiteId: (ids) =>
				`Sie verwenden ${ids}, nicht diese Website. Kopieren Sie die Zeile erneut.`,
			wrongSiteHelp: "Kopieren Sie die Zeile erneut.",
		},
		noSite: "Noch keine Website?",
		demoPage: "Demoseite ausprobieren",
	},
};
