/** The words of the pages behind links in mails. */
export interface PageTexts {
	language: "en" | "de";
	unsubscribe: string;
	askUnsubscribe: (report: string) => string;
	unsubscribed: string;
	unsubscribedText: (report: string) => string;
	againMember: string;
	againOutside: string;
	unknown: string;
	unknownText: string;
	confirm: string;
	askConfirm: (report: string, address: string) => string;
	confirmed: string;
	confirmedText: (report: string) => string;
	expired: string;
	expiredText: string;
}

const ENGLISH: PageTexts = {
	language: "en",
	unsubscribe: "Unsubscribe",
	askUnsubscribe: (report) =>
		`You get the report “${report}” by mail. Press the button to stop it.`,
	unsubscribed: "Unsubscribed",
	unsubscribedText: (report) => `You get no more mails with the report “${report}”.`,
	againMember: "You can subscribe again in the dashboard, under Reports by mail.",
	againOutside: "To get it again, ask the person who sent it to you.",
	unknown: "Nothing to unsubscribe from",
	unknownText:
		"The link is incomplete, or the report was deleted. If mails still come, use the link in the newest one.",
	confirm: "Get reports",
	askConfirm: (report, address) =>
		`The report “${report}” will be sent to ${address}. You can unsubscribe with a link in each mail.`,
	confirmed: "Confirmed",
	confirmedText: (report) => `You get the report “${report}” from its next date on.`,
	expired: "This link does not work any more",
	expiredText:
		"It works once and for seven days. Ask the person who wants to send you reports for another one.",
};

const GERMAN: PageTexts = {
	language: "de",
	unsubscribe: "Abbestellen",
	askUnsubscribe: (report) =>
		`Sie erhalten den Bericht „${report}“ per E-Mail. Drücken Sie den Knopf, um ihn abzubestellen.`,
	unsubscribed: "Abbestellt",
	unsubscribedText: (report) => `Sie erhalten den Bericht „${report}“ nicht mehr per E-Mail.`,
	againMember: "Im Dashboard können Sie ihn unter „Berichte per E-Mail“ wieder bestellen.",
	againOutside: "Um ihn wieder zu erhalten, fragen Sie die Person, die ihn Ihnen gesendet hat.",
	unknown: "Hier gibt es nichts abzubestellen",
	unknownText:
		"Der Link ist unvollständig, oder der Bericht wurde gelöscht. Wenn weiter E-Mails kommen, verwenden Sie den Link in der neuesten.",
	confirm: "Berichte erhalten",
	askConfirm: (report, address) =>
		`Der Bericht „${report}“ wird an ${address} gesendet. Mit einem Link in jeder E-Mail können Sie ihn abbestellen.`,
	confirmed: "Bestätigt",
	confirmedText: (report) => `Sie erhalten den Bericht „${report}“ ab dem nächsten Termin.`,
	expired: "Dieser Link funktioniert nicht mehr",
	expiredText:
		"Er gilt einmal und sieben Tage lang. Fragen Sie die Person, die Ihnen Berichte senden möchte, nach einem neuen.",
};

/** The words of a language. */
export const pageTexts = (language: "en" | "de"): PageTexts =>
	language === "de" ? GERMAN : ENGLISH;
