import type { words as english } from "../en/entry.ts";

export const words: typeof english = {
	noToken: "Dieser Link ist unvollständig",
	noTokenText: "Öffnen Sie den vollständigen Link aus der E-Mail.",
	toSignIn: "Zur Anmeldung",
	password: {
		title: "Neues Passwort festlegen",
		label: "Neues Passwort",
		hint: (least) => `Mindestens ${least} Zeichen.`,
		tooShort: (least) => `Geben Sie mindestens ${least} Zeichen ein.`,
		set: "Passwort festlegen",
		done: "Passwort festgelegt",
		doneText: "Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.",
		bad: "Dieser Link wurde bereits benutzt oder ist älter als eine Stunde. Fordern Sie einen neuen an.",
	},
	address: {
		title: "Adresse bestätigen",
		text: "Danach können andere Sie darüber einladen.",
		confirm: "Adresse bestätigen",
		done: "Ihre Adresse ist bestätigt",
		bad: "Dieser Link wurde bereits benutzt oder ist älter als ein Tag.",
	},
	channel: {
		title: "Warnungen per E-Mail empfangen",
		text: "Eine Organisation in Footfall möchte ihre Warnungen an Ihre Adresse senden. Wenn Sie sie nicht kennen, schließen Sie diese Seite.",
		confirm: "Warnungen empfangen",
		done: "Warnungen werden Ihnen gesendet",
		doneText: (address, organization) =>
			`${organization} kann jetzt Warnungen an ${address} senden.`,
		refused: {
			used: {
				title: "Dieser Link wurde bereits benutzt",
				text: "Warnungen werden an Ihre Adresse gesendet, sofern die Organisation sie nicht abgeschaltet hat.",
			},
			expired: {
				title: "Dieser Link ist abgelaufen",
				text: "Er galt eine Woche. Bitten Sie die Organisation um einen neuen.",
			},
			unknown: {
				title: "Dieser Link funktioniert nicht",
				text: "Entweder wurde ein neuerer gesendet, oder ein Teil fehlt. Öffnen Sie den Link in der neuesten E-Mail, oder bitten Sie die Organisation um einen neuen.",
			},
		},
	},
	invitation: {
		title: "Einladung annehmen",
		signIn: "Anmelden und annehmen",
		signUp: "Konto anlegen und annehmen",
		text: "Verwenden Sie die E-Mail-Adresse, an die die Einladung ging.",
		noAccount: "Noch kein Konto? Jetzt anlegen",
		hasAccount: "Schon ein Konto? Anmelden",
		name: "Name",
		needName: "Geben Sie einen Namen ein, z. B. Emma",
		create: "Konto anlegen",
		known: "Es gibt bereits ein Konto mit dieser Adresse. Melden Sie sich damit an.",
		closed: "Dieser Server nimmt keine neuen Konten an. Wenden Sie sich an den Administrator.",
		to: (organization) => `Sie sind zu ${organization} eingeladen.`,
		by: (name, email) => `Eingeladen von ${name} (${email}).`,
		as: (role) => `Ihre Rolle: ${role}.`,
		roles: { owner: "Inhaber", admin: "Admin", member: "Mitglied", viewer: "Betrachter" },
		accept: "Einladung annehmen",
		other: (email, invited) =>
			`Sie sind als ${email} angemeldet, die Einladung gilt aber für ${invited}.`,
		useOther: "Abmelden und anderes Konto verwenden",
		gone: "Diese Einladung ist nicht mehr gültig",
		closedBy: {
			INVITATION_ACCEPTED:
				"Sie wurde schon angenommen. Melden Sie sich an, um die Websites der Organisation zu sehen.",
			INVITATION_DECLINED:
				"Sie wurde abgelehnt. Bitten Sie um eine neue, falls Sie doch beitreten möchten.",
			INVITATION_WITHDRAWN: "Sie wurde zurückgezogen. Bitten Sie den Absender um eine neue.",
			INVITATION_EXPIRED: "Sie ist abgelaufen. Bitten Sie den Absender um eine neue.",
		},
		goneText:
			"Der Link ist unvollständig oder wurde durch einen neueren ersetzt. Bitten Sie um einen neuen.",
	},
};
