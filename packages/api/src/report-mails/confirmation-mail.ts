import { type Mail, pageAt, quoted } from "../accounts/mail.ts";

const TEXTS = {
	en: {
		subject: "Confirm that you want reports from Footfall",
		asked: (organization: string) =>
			`Someone wants to send you regular reports about the visits of a website. The sender chose the name: ${organization}`,
		link: "To get them, open this page within seven days and press the button:",
		otherwise:
			"If you do not want them, ignore this email. You get nothing more unless you confirm.",
	},
	de: {
		subject: "Bestätigen Sie, dass Sie Berichte von Footfall möchten",
		asked: (organization: string) =>
			`Jemand möchte Ihnen regelmäßig Berichte über die Besuche einer Website senden. Den Namen hat der Absender gewählt: ${organization}`,
		link: "Um sie zu erhalten, öffnen Sie innerhalb von sieben Tagen diese Seite und drücken Sie den Knopf:",
		otherwise:
			"Wenn Sie das nicht möchten, ignorieren Sie diese E-Mail. Ohne Ihre Bestätigung erhalten Sie nichts weiter.",
	},
} as const;

/** The mail that asks an address without an account whether it wants a report. */
export const confirmationMail = (
	baseUrl: string | undefined,
	{
		to,
		token,
		language,
		organization,
	}: { to: string; token: string; language: "en" | "de"; organization: string },
): Mail => {
	const texts = TEXTS[language];
	const address = pageAt(baseUrl, `/api/report-mails/confirm?token=${token}`);
	return {
		to,
		subject: texts.subject,
		text: [texts.asked(quoted(organization)), `${texts.link}\n\n${address}`, texts.otherwise].join(
			"\n\n",
		),
	};
};
