import type { words as english } from "../en/settings.ts";
import { words as clients } from "./clients.ts";
import { words as money } from "./money.ts";
import { words as palette } from "./palette.ts";
import { words as rules } from "./rules.ts";

/** Ein Name, und was er bedeutet. */
const pair = (name: string, meaning: string) => [name, meaning] as const;

export const words: typeof english = {
	menu: "Einstellungen",
	section: palette.section,
	elsewhere: "Verwandt",
	keys: "API-Schlüssel",
	ownZone: "Ihre Präferenzen",
	save: "Speichern",
	saving: "Wird gespeichert…",
	discard: "Verwerfen",
	noChanges: "Keine Änderungen",
	unsaved: "Nicht gespeichert",
	saved: (what) => `${what} gespeichert`,
	isOn: (what) => `${what}: an`,
	isOff: (what) => `${what}: aus`,
	added: (what) => `${what} hinzugefügt`,
	removed: (what) => `${what} entfernt`,
	leftUnsaved: (section) =>
		`Änderungen in „${section}“ sind nicht gespeichert. Sie bleiben dort, bis dieser Tab geschlossen wird.`,
	on: "An",
	off: "Aus",
	none: "Keine",
	readOnly: "Sie können diese Einstellungen ansehen. Nur Admins und Inhaber können sie ändern.",
	ask: (names) => `Fragen Sie ${names}.`,
	askAdmin: (organization) => `Fragen Sie einen Admin oder Inhaber von ${organization}.`,
	site: {
		domainHint: "Ohne https:// und Pfad. Seiten dieser Domain dürfen Einbettungen zeigen.",
		domainTaken: "Eine andere Website dieser Organisation nutzt diese Domain bereits.",
		timeZone: "Zeitzone",
		noTimeZone: "Die des jeweiligen Betrachters",
		timeZoneHint: "Bestimmt, wann ein Tag beginnt, für alle, die keine Zeitzone gewählt haben.",
		type: "Typ",
		typeHint:
			"Apps haben keinen Browser; User-Agent und Header werden dort nicht auf Bots geprüft.",
		types: { web: "Website", mobile: "Mobile App" },
		labels: "Labels",
		labelsHint: "Zum Ordnen Ihrer Websites. Bis zu 20, durch Kommas getrennt.",
		labelsBad: "Geben Sie bis zu 20 Labels mit höchstens je 50 Zeichen ein.",
		identity: "Für Skripte",
		id: "Website-ID",
		idHint: (number) => `Wird im Einbau und in API-Adressen verwendet. Die Nummer ist ${number}.`,
		copyId: "Website-ID kopieren",
		created: "Hinzugefügt",
	},
	tracking: {
		text: "Änderungen gelten sofort und erreichen die Browser der Besucher binnen einer Minute.",
		groups: {
			pages: "Seiten",
			clicks: "Klicks und Formulare",
			quality: "Fehler und Geschwindigkeit",
			replay: "Aufnahmen",
			people: "Datenschutz",
			bots: "Bots",
		},
		switches: {
			trackInitialPageView: pair("Erste Seite", "Zählt die Seite, mit der ein Besuch beginnt."),
			trackSpaNavigation: pair(
				"Seiten ohne Neuladen",
				"Zählt Wechsel innerhalb von Single-Page-Anwendungen.",
			),
			trackUrlParams: pair(
				"Query-Strings",
				"Speichert den Teil einer Adresse nach dem ?. Nötig, um Kampagnen zu erkennen.",
			),
			trackUrlFragments: pair("Fragmente", "Speichert den Teil einer Adresse nach dem #."),
			trackOutbound: pair(
				"Links zu anderen Websites",
				"Erfasst, welchen ausgehenden Links gefolgt wird.",
			),
			trackDownloads: pair("Downloads", "Erfasst Klicks auf Links zu Dateien wie PDF oder ZIP."),
			trackButtonClicks: pair(
				"Schaltflächen",
				"Erfasst, welche Schaltflächen geklickt werden, mit ihrem Text.",
			),
			trackCopy: pair("Kopierter Text", "Erfasst, welcher Text kopiert wird."),
			trackFormInteractions: pair(
				"Formulare",
				"Erfasst, welche Formulare abgeschickt und welche Felder geändert werden, nie die Eingaben.",
			),
			trackErrors: pair(
				"Fehler",
				"Erfasst Meldung, Stacktrace und Seite nicht abgefangener Fehler.",
			),
			webVitals: pair("Web Vitals", "Misst, wie schnell Seiten laden und reagieren."),
			sessionReplay: pair(
				"Sitzungen aufnehmen",
				"Nimmt auf, was Besucher sehen. Eingegebener Text wird maskiert.",
			),
			saltUserIds: pair(
				"Täglich neue Geräte-ID",
				"Geräte werden an einem anderen Tag nicht wiedererkannt; wer wiederkommt, zählt als neu.",
			),
			trackIp: pair(
				"IP-Adressen speichern",
				"Sonst werden sie verworfen, sobald Ort und Netzwerk bekannt sind.",
			),
			respectGpc: pair(
				"Global Privacy Control achten",
				"Verwirft Ereignisse von Browsern, die darum bitten, nicht verfolgt zu werden.",
			),
			blockBots: pair(
				"Bots getrennt zählen",
				"Bots sind aus allen Berichten ausgeschlossen und haben eine eigene Seite. Aus: Sie zählen als Personen.",
			),
			countSuspected: pair(
				"Verdächtige Sitzungen zählen",
				"Sitzungen, die Seite um Seite laden, ohne dass jemand sie ansieht. Aus: Sie sind aus allen Berichten ausgeschlossen, auch aus früheren; die Seite „Bots“ zeigt ihre Anzahl.",
			),
			firstPartyProxy: pair(
				"Hinter einem eigenen Proxy",
				"Ihr Webserver leitet die Ereignisse weiter; daher wird nur der User-Agent geprüft, nicht die Header.",
			),
		},
		layers: {
			ua_pattern: pair(
				"User-Agent prüfen",
				"Bekannte Namen und Muster von Bots oder gar kein User-Agent.",
			),
			header_heuristics: pair("Header prüfen", "Fehlende Header, die Browser immer senden."),
			client_signals: pair("Browser prüfen", "Zeichen von Automatisierung im Browser."),
			bot_asn: pair("Netzwerke prüfen", "Crawler- und Hosting-Netzwerke."),
			rate_anomaly: pair(
				"Anfragerate prüfen",
				"Mehr Ereignisse in kurzer Zeit, als Menschen auslösen.",
			),
		},
		notForApps: "Bei Apps nicht geprüft.",
		retention: "Aufnahmen aufbewahren",
		retentionLabel: "Tage",
		retentionHint: "Tage, 1 bis 365. Ältere Aufnahmen werden gelöscht; die Sitzungen bleiben.",
		retentionBad: "Geben Sie eine ganze Zahl von 1 bis 365 ein.",
		days: (count) => `${count} Tage`,
		shortenTitle: "Ältere Aufnahmen löschen?",
		shortenText: (days) =>
			`Aufnahmen, die älter als ${days} Tage sind, werden binnen zehn Minuten gelöscht. Das lässt sich nicht rückgängig machen.`,
		shorten: "Weniger Tage aufbewahren",
		keptGroup: "Aufbewahrung",
		kept: {
			events: pair(
				"Ereignisse aufbewahren",
				"Tage, 1 bis 3650; 0 = Standard des Servers. Sitzungen und Berichte älterer Tage werden mitgelöscht.",
			),
			users: pair(
				"Nutzer aufbewahren",
				"Tage, seit ein Nutzer zuletzt gesehen wurde, 1 bis 3650; 0 = Standard des Servers. Merkmale und Geräte werden gelöscht.",
			),
			bots: pair("Bots aufbewahren", "Tage, 1 bis 90; 0 = drei Monate."),
		},
		keptBad: (most) => `Geben Sie eine ganze Zahl von 0 bis ${most} ein.`,
		keptTitle: "Ältere Daten löschen?",
		keptText: (days) =>
			`Daten, die älter als ${days} Tage sind, werden binnen einer Stunde gelöscht. Das lässt sich nicht rückgängig machen.`,
	},
	snippet: {
		text: "Fügen Sie es in jede Seite ein, die gezählt werden soll. Es setzt keine Cookies.",
		app: "Diese Website ist eine App. Apps senden ihre Ereignisse mit einem API-Schlüssel an /api/track; die Zeile unten ist für Websites.",
		captures:
			"Das Modul zählt Seiten. Importieren Sie weitere Erfassungen für ausgehende Links, Fehler oder Web Vitals.",
		check: "Funktioniert es?",
		arrives: (count) => `${count} Ereignisse in der letzten Stunde`,
		quiet: (time) => `Nichts in der letzten Stunde. Das letzte Ereignis kam ${time}.`,
		listening: "Wartet auf den ersten Besuch",
		givenUp: (count) =>
			`Verlorene Ereignisse, in der letzten Stunde gemeldet: ${count}. Browser konnten den Server lange nicht erreichen und haben sie verworfen.`,
		oneAddress:
			"Fast alle Besuche kommen von einer Adresse, daher werden zu wenige Personen gezählt. Steht der Server hinter einem Proxy, prüfen Sie dessen Header und TRUST_PROXY.",
		other: "Sonderfälle",
		optimiser: "Wenn ein Optimierer die Adressen von Skripten umschreibt",
		noScript: "Für Besucher ohne JavaScript",
		policy: "Wenn die Website eine Content-Security-Policy hat",
		blockers: (host) =>
			`Werbeblocker blockieren möglicherweise ${host}. Ein Proxy auf der eigenen Domain vermeidet das; schalten Sie dann „Hinter einem eigenen Proxy“ ein.`,
	},
	money,
	clients,
	rules,
	exclusions: {
		text: "Passende Ereignisse werden vor dem Speichern verworfen. Bereits gespeicherte bleiben.",
		empty: "Alles wird gezählt. Um eigene Besuche auszuschließen, fügen Sie Ihre Adresse hinzu.",
		value: "Wert",
		leftOut: "Ausgeschlossen, letzte Stunde",
		remove: "Entfernen",
		removeOne: (value) => `${value} entfernen`,
		add: "Hinzufügen",
		what: "Typ",
		country: "Land",
		kinds: {
			excludedIPs: "IP-Adressen",
			excludedCountries: "Länder",
			excludedPaths: "Pfade",
			excludedHostnames: "Hosts",
			excludedUserAgents: "User-Agents",
			excludedASNs: "Netzwerke",
			excludedQueryParams: "Parameter",
			allowedOrigins: "Origins",
			ownDomains: "Eigene Domains",
			errorHosts: "Skript-Hosts",
		},
		values: {
			excludedIPs: "Adresse, Block oder Bereich",
			excludedCountries: "Land",
			excludedPaths: "Pfad",
			excludedHostnames: "Host",
			excludedUserAgents: "Teil des User-Agents",
			excludedASNs: "Netzwerknummer",
			excludedQueryParams: "Parameter",
			allowedOrigins: "Origin",
			ownDomains: "Eigene Domain",
			errorHosts: "Skript-Host",
		},
		examples: {
			excludedIPs: "203.0.113.0/24",
			excludedCountries: "DE",
			excludedPaths: "/admin/*",
			excludedHostnames: "staging.quill.example",
			excludedUserAgents: "UptimeRobot",
			excludedASNs: "AS64500",
			excludedQueryParams: "token",
			allowedOrigins: "https://quill.example",
			ownDomains: "shop-kasse.example",
			errorHosts: "d111abc.cdn.example",
		},
		hints: {
			excludedIPs: "203.0.113.5, 203.0.113.0/24, 203.0.113.4-203.0.113.9 oder 2001:db8::/32.",
			excludedCountries: "Nach der IP-Adresse des Besuchers.",
			excludedPaths:
				"Der ganze Pfad; * steht für alles, auch für Schrägstriche. Groß-/Kleinschreibung ist egal.",
			excludedHostnames: "Der ganze Hostname; * steht für alles.",
			excludedUserAgents: "Ein beliebiger Teil davon, wörtlich. Groß-/Kleinschreibung ist egal.",
			excludedASNs: "Ein autonomes System, z. B. AS64500.",
			excludedQueryParams: "Nur der Name. Groß-/Kleinschreibung ist egal.",
			allowedOrigins: "Mit Schema oder nur ein Host. Gegebenenfalls mit Port.",
			ownDomains:
				"Nur der Host; Subdomains sind eingeschlossen. Internationale Namen in der Form mit xn--.",
			errorHosts: "Nur der Host; Subdomains sind eingeschlossen.",
		},
		faults: {
			address:
				"Geben Sie eine Adresse wie 203.0.113.5, einen Block wie 203.0.113.0/24 oder einen Bereich ein.",
			prefix: "Nach dem Schrägstrich muss 0 bis 32 stehen, bei IPv6 bis 128.",
			range: "Geben Sie einen Bereich als zwei IPv4-Adressen mit Bindestrich dazwischen ein.",
			order: "Der Bereich endet, bevor er beginnt.",
			country: "Wählen Sie ein Land aus der Liste.",
			path: "Ein Pfad beginnt mit / oder *, z. B. /admin/*.",
			host: "Geben Sie nur einen Host ein, z. B. staging.quill.example.",
			network: "Geben Sie eine Zahl von 1 bis 4.294.967.295 ein.",
			parameter: "Geben Sie den Namen eines Parameters ein, z. B. token.",
			origin: "Geben Sie einen Origin wie https://quill.example ohne Pfad ein.",
			empty: "Geben Sie einen Wert ein.",
			long: "Das ist zu lang. Kürzen Sie es.",
			repeated: "Das steht schon in der Liste.",
			full: "Die Liste ist voll. Entfernen Sie zuerst etwas oder verwenden Sie ein Muster.",
		},
		addOwn: (address) => `Ihre Adresse hinzufügen, ${address}`,
		ownIsThere: (address) => `Ihre Adresse, ${address}, steht in der Liste.`,
		signal: (count) =>
			`Durch Global Privacy Control in der letzten Stunde ausgeschlossen: ${count}.`,
		parameters: "Aus Adressen entfernt",
		parametersText: "Diese Parameter werden vor dem Speichern aus Query-Strings entfernt.",
		noParameters: "Query-Strings werden vollständig gespeichert.",
		ownDomains: "Eigene Domains",
		ownDomainsText: (domain) =>
			`Links zwischen ${domain}, den Subdomains und diesen Hosts sind intern und zählen nicht als Quelle. Ereignisse von allen zählen.`,
		noOwnDomains: "Keine andere Domain gehört zu dieser Website.",
		errorHosts: "Hosts eigener Skripte",
		errorHostsText: (domain) =>
			`Fehler in Skripten anderer Websites sind ausgeschlossen. Skripte von ${domain}, den Subdomains und eigenen Domains zählen als Ihre; fügen Sie jedes CDN hinzu, das Ihre Skripte ausliefert.`,
		noErrorHosts: "Kein anderer Host liefert Skripte dieser Website aus.",
		hosts: {
			title: "Welche Hosts zählen",
			all: "Jeden Host zählen",
			allHint: (domain) =>
				`Aus: Nur Ereignisse von ${domain}, den Subdomains und eigenen Domains zählen.`,
			choose: (domain) =>
				`Auch Kopien von ${domain}, Übersetzungsdienste und localhost werden gezählt. Stehen alle Ihre Hosts bei den eigenen Domains, schalten Sie das aus.`,
		},
		origins: "Wer senden darf",
		originsText:
			"Ereignisse von Seiten anderer Origins werden verworfen. Seiten dieser Origins dürfen auch Einbettungen zeigen.",
		noOrigins: "Jede Seite darf für diese Website Ereignisse senden.",
		ownOrigin: (domain) =>
			`${domain} steht nicht in der Liste, daher werden die Besuche verworfen. Fügen Sie die Domain hinzu.`,
	},
};
