import type { words as english } from "../en/factor.ts";

/** Texte zu zweiten Faktoren: Authenticator-Apps, Wiederherstellungscodes und Passkeys. */
export const words: typeof english = {
	title: "Zweiter Faktor",
	password: "Passwort",
	required: "Verlangt",
	step: {
		title: "Bestätigen Sie, dass Sie es sind",
		code: "Code aus Ihrer Authenticator-App",
		codeHint: "Sechs Ziffern; alle 30 Sekunden erscheint ein neuer Code.",
		recoveryCode: "Wiederherstellungscode",
		recoveryHint:
			"Einer der Codes, die Sie beim Einrichten der App aufbewahrt haben. Jeder gilt einmal.",
		remember: "Auf diesem Gerät 30 Tage lang nicht fragen",
		useRecovery: "Wiederherstellungscode verwenden",
		useCode: "App verwenden",
		passkey: "Mit einem Passkey anmelden",
		lost: "Telefon und Wiederherstellungscodes verloren? Ein Administrator Ihrer Organisation kann Ihnen einen Link senden, der den zweiten Faktor entfernt.",
	},
	refused: {
		CANCELLED: "Der Browser hat keinen Passkey erhalten. Versuchen Sie es noch einmal.",
		HAS_PASSKEY: "Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.",
		INVALID_PASSWORD: "Das Passwort ist falsch.",
		INVALID_CODE: "Der Code ist falsch. Prüfen Sie, ob die Uhr Ihres Telefons stimmt.",
		INVALID_BACKUP_CODE: "Dieser Wiederherstellungscode ist falsch oder wurde schon verwendet.",
		CODE_ALREADY_USED: "Dieser Code wurde schon verwendet. Warten Sie auf den nächsten.",
		ACCOUNT_TEMPORARILY_LOCKED: "Zu viele falsche Codes. Versuchen Sie es in 15 Minuten erneut.",
		TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE:
			"Zu viele falsche Codes. Beginnen Sie noch einmal mit dem Passwort.",
		INVALID_TWO_FACTOR_COOKIE:
			"Diese Anmeldung hat zu lange gedauert. Beginnen Sie noch einmal mit dem Passwort.",
		PASSKEY_NOT_FOUND: "Dieser Passkey gehört zu keinem Konto auf diesem Server.",
		AUTHENTICATION_FAILED: "Der Passkey wurde nicht angenommen.",
		FAILED_TO_VERIFY_REGISTRATION: "Der Passkey wurde nicht angenommen.",
		TOO_MANY_PASSKEYS: "Ihr Konto hat zwanzig Passkeys. Entfernen Sie zuerst einen davon.",
		USE_PROVIDER: "Dieses Konto meldet sich mit seinem Anbieter an.",
		SECOND_FACTOR_REQUIRED:
			"Bestätigen Sie zuerst Ihren zweiten Faktor und wiederholen Sie dies dann.",
		SESSION_NOT_FRESH:
			"Sie haben sich vor einer Weile angemeldet: Melden Sie sich neu an und wiederholen Sie dies.",
	},
	app: {
		name: "Authenticator-App",
		text: "Nach dem Passwort wird dann ein Code aus der App verlangt.",
		isOn: "Aktiv",
		setUp: "App einrichten",
		newCodes: "Neue Wiederherstellungscodes",
		newCodesText: "Die bisherigen Codes gelten dann nicht mehr.",
		remove: "Entfernen",
		removeTitle: "Authenticator-App entfernen?",
		removeText:
			"Ohne Passkey genügt danach Ihr Passwort für die Anmeldung. Gemerkte Geräte werden vergessen.",
		removed: "Authenticator-App entfernt",
	},
	setup: {
		text: "Sie brauchen eine App wie Google Authenticator, 1Password oder Aegis.",
		needPassword: "Geben Sie zuerst Ihr Passwort ein.",
		start: "Weiter",
		scan: "Scannen Sie diesen Code mit der App:",
		qrLabel: "QR-Code für die Authenticator-App",
		orType: "Oder geben Sie diesen Schlüssel in die App ein:",
		firstCode: "Code, den die App zeigt",
		check: "Bestätigen",
		done: "Ihre Authenticator-App ist eingerichtet.",
		codesTitle: "Ihre Wiederherstellungscodes",
		codesText:
			"Bewahren Sie sie sicher auf: Mit jedem können Sie sich einmal ohne Telefon anmelden. Sie werden nicht noch einmal gezeigt.",
		copyCodes: "Codes kopieren",
		kept: "Ich habe die Codes aufbewahrt",
	},
	passkeys: {
		title: "Passkeys",
		text: "Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN an, statt mit Passwort und Code.",
		name: "Name des neuen Passkeys",
		nameHint: "Etwa das Gerät, das ihn aufbewahrt.",
		defaultName: "Passkey",
		add: "Passkey hinzufügen",
		remove: "Entfernen",
		removeOf: (name) => `${name} entfernen`,
		unavailable:
			"Dieser Browser kann hier keine Passkeys verwenden: Sie brauchen eine Seite über HTTPS.",
	},
	confirm: {
		title: "Bestätigen Sie, dass Sie es sind",
		text: "Sie haben sich vor einer Weile angemeldet.",
		passwordOrCode: "Passwort oder Code aus der App",
		code: "Code aus der App",
		passkey: "Passkey verwenden",
		confirm: "Bestätigen",
	},
	unproved: {
		text: "Sie haben sich ohne Ihren zweiten Faktor angemeldet. Bestätigen Sie ihn, bevor Sie ihn ändern.",
		confirm: "Jetzt bestätigen",
	},
	need: {
		title: "Zweiten Faktor einrichten",
		proveTitle: "Zweiten Faktor bestätigen",
		by: (organizations) =>
			`${organizations} verlangt einen zweiten Faktor. Nach diesem Schritt sehen Sie Ihre Websites.`,
		signOut: "Abmelden",
	},
	reset: {
		title: "Zweiten Faktor entfernen",
		text: "Damit werden Authenticator-App, Wiederherstellungscodes und Passkeys entfernt, und Sie werden überall abgemeldet. Ihr Passwort bleibt.",
		remove: "Zweiten Faktor entfernen",
		done: "Zweiter Faktor entfernt",
		doneText:
			"Melden Sie sich mit Ihrem Passwort an und richten Sie im Konto einen neuen Faktor ein.",
		bad: "Dieser Link wurde schon verwendet oder ist älter als 24 Stunden. Bitten Sie um einen neuen.",
	},
	single: {
		with: (name) => `Mit ${name} anmelden`,
		provider: "dem Anbieter",
		company: "Mit dem Konto Ihres Unternehmens anmelden",
		companyEmail: "Geschäftliche E-Mail-Adresse",
		goOn: "Weiter",
		noProvider:
			"Für diese Domain hat hier keine Organisation eine Anmeldung eingerichtet. Melden Sie sich auf andere Weise an.",
		failed: (name) => `Die Anmeldung mit ${name} ist fehlgeschlagen.`,
		link: {
			title: "Konto verbinden",
			text: (name) =>
				`Danach melden Sie sich mit ${name} statt mit Ihrem Passwort an. Wer ${name} betreibt, kann sich hier in Ihrem Konto anmelden.`,
			with: (name) => `Mit ${name} verbinden`,
			skip: "Weiter, ohne zu verbinden",
			otherDomain:
				"Der Anbieter ist nicht für die Adresse dieses Kontos. Melden Sie sich mit dem Konto an, dessen Adresse er kennt.",
		},
		refused: {
			"provider-down":
				"Der Anbieter antwortet nicht. Versuchen Sie es in ein paar Minuten erneut; hilft das nicht, wenden Sie sich an den Administrator dieses Servers.",
			denied:
				"Der Anbieter hat die Anmeldung abgelehnt, oder Sie haben sie abgebrochen. Versuchen Sie es noch einmal.",
			stale:
				"Diese Anmeldung hat zu lange gedauert, wurde schon verwendet oder begann in einem anderen Browser. Beginnen Sie hier noch einmal.",
			"invalid-answer":
				"Die Antwort des Anbieters war nicht gültig. Wenden Sie sich an den Administrator dieses Servers: Der Grund steht im Serverprotokoll.",
			"email-not-verified":
				"Der Anbieter hat nicht bestätigt, dass die E-Mail-Adresse Ihnen gehört. Bestätigen Sie sie dort und versuchen Sie es noch einmal.",
			"other-domain":
				"Adressen Ihrer Domain dürfen sich mit diesem Anbieter nicht anmelden. Melden Sie sich auf andere Weise an.",
			"no-role":
				"Sie gehören zu keiner Gruppe, die Footfall verwenden darf. Wenden Sie sich an die Stelle, die Ihr Konto dort verwaltet.",
			left: "Sie haben die Organisation verlassen oder wurden daraus entfernt. Bitten Sie ihre Administratoren um eine Einladung.",
			"account-exists":
				"Es gibt schon ein Konto mit Ihrer Adresse. Melden Sie sich hier mit seinem Passwort an und verbinden Sie es dann mit dem Anbieter.",
			"other-organization":
				"Ihr Konto gehört hier auch zu einer anderen Organisation; deshalb darf dieser Anbieter es nicht anmelden. Melden Sie sich wie bisher an.",
			"other-provider":
				"Das Konto mit Ihrer Adresse ist mit einem anderen Anbieter oder einer anderen Person verbunden. Melden Sie sich wie bisher an oder wenden Sie sich an den Administrator dieses Servers.",
			"unknown-provider":
				"Dieser Server kennt den Anbieter nicht mehr. Melden Sie sich auf andere Weise an.",
			"no-organization":
				"Die Organisation, zu der die Leute dieses Anbieters kommen, gibt es hier nicht. Bitten Sie den Administrator dieses Servers, OIDC_PROVIDERS zu korrigieren.",
			"too-many":
				"In Ihrem Netz haben zu viele Anmeldungen begonnen. Warten Sie einen Moment und versuchen Sie es dann noch einmal.",
		},
	},
	providers: {
		title: "Anmeldeanbieter",
		none: "Wer eine Adresse Ihrer E-Mail-Domain hat, kann sich mit Ihrem Anmeldeanbieter anmelden (OpenID Connect).",
		add: "Anbieter hinzufügen",
		addShort: "Hinzufügen",
		claimed:
			"Eine andere Organisation hat diese Domain. Wenden Sie sich an den Administrator dieses Servers.",
		hasProvider:
			"Diese Domain hat schon einen Anbieter: Ändern Sie diesen oder entfernen Sie ihn zuerst.",
		fields: {
			name: "Name",
			issuer: "Aussteller (Issuer)",
			clientId: "Client-ID",
			clientSecret: "Client-Geheimnis",
			domain: "E-Mail-Domain",
			admin: "Gruppen der Admins",
			member: "Gruppen der Mitglieder",
			viewer: "Gruppen der Betrachter",
			groupsClaim: "Claim mit den Gruppen",
			scopes: "Scopes",
		},
		hints: {
			name: "Für die Personen, die sich anmelden.",
			issuer: "Etwa https://login.example.com/realms/corp",
			clientSecret: "Es wird verschlüsselt gespeichert und nie wieder gezeigt.",
			domain: "Etwa example.com; mit einem DNS-Eintrag zeigen Sie, dass sie Ihnen gehört.",
			scopes: "Mit offline_access, wenn der Anbieter das für Refresh-Tokens verlangt.",
		},
		keepSecret: "Leer lassen, um das bisherige zu behalten.",
		groupsText:
			"Nur wer zu diesen Gruppen gehört, bekommt Zugang; mehrere trennt ein Semikolon. Ohne Gruppen werden alle mit einer Adresse der Domain Mitglieder.",
		emailsAreVerified: "Adressen gelten, obwohl der Anbieter kein email_verified sendet",
		verified: "Bestätigt",
		unverified: "Domain nicht bestätigt",
		verify: "Domain prüfen",
		vouch: "Ohne Eintrag bestätigen",
		isVerified: "Die Domain ist bestätigt: Die Anmeldung ist jetzt möglich",
		notYet:
			"Der Eintrag ist noch nicht zu sehen. Das kann nach dem Setzen bis zu einer Stunde dauern.",
		change: "Ändern",
		changeOf: (name) => `${name} ändern`,
		save: "Speichern",
		remove: "Entfernen",
		removeOf: (name) => `${name} entfernen`,
		removeTitle: (name) => `${name} entfernen?`,
		removeText:
			"Wer sich damit angemeldet hat, wird abgemeldet. Die Mitgliedschaften bleiben, aber es braucht einen anderen Weg zur Anmeldung, etwa ein Passwort per E-Mail.",
		removed: "Anbieter entfernt",
		redirect: "Rücksprungadresse, die beim Anbieter einzutragen ist",
		record:
			"Setzen Sie diesen TXT-Eintrag, um zu zeigen, dass die Domain Ihnen gehört, und prüfen Sie sie dann.",
		recordName: "Name des Eintrags",
		recordValue: "Text des Eintrags",
	},
	policy: {
		title: "Anmeldung",
		label: "Von allen Mitgliedern einen zweiten Faktor verlangen",
		text: "Wer keinen hat, sieht nichts, bis er eingerichtet ist; persönliche API-Schlüssel werden bis dahin abgelehnt.",
		without: (count, all) => `Mitglieder ohne zweiten Faktor: ${count} von ${all}.`,
		needOwn: "Richten Sie zuerst in Ihrem eigenen Konto einen zweiten Faktor ein.",
		isOn: "Ein zweiter Faktor wird jetzt verlangt",
		isOff: "Ein zweiter Faktor wird nicht mehr verlangt",
		reset: "Zweiten Faktor zurücksetzen",
		resetTitle: (name) => `Zweiten Faktor von ${name} zurücksetzen?`,
		resetText: (email) =>
			`${email} erhält eine E-Mail mit einem Link, der den zweiten Faktor entfernt. Er gilt einmal und 24 Stunden lang.`,
		resetDo: "Link senden",
		sent: "Der Link wurde gesendet",
		noFactor: "Diese Person hat keinen zweiten Faktor.",
		noMail:
			"Dieser Server sendet keine E-Mails: Wer ihn betreibt, verwendet footfall admin reset-second-factor.",
		notVerified:
			"Die Adresse dieser Person ist nicht bestätigt; deshalb wird kein Link dorthin gesendet.",
		notAllowed:
			"Diese Person gehört auch einer anderen Organisation an oder hat mehr Rechte als Sie: Wenden Sie sich an den Administrator dieses Servers.",
	},
};
