import type { words as english } from "../en/trouble.ts";

export const words: typeof english = {
	unknownTitle: "Seite nicht gefunden",
	unknownText: "Die Adresse ist unvollständig, oder die Seite wurde verschoben.",
	siteTitle: "Website nicht gefunden",
	siteText: "Sie wurde gelöscht, oder die Adresse ist unvollständig.",
	revokedTitle: "Dieser Link ist nicht mehr gültig",
	revokedText:
		"Er ist abgelaufen oder wurde widerrufen, oder die Adresse ist unvollständig. Bitten Sie dort um einen neuen, wo Sie ihn bekommen haben.",
	passwordTitle: "Dieser Link braucht ein Passwort",
	passwordText: "Wer Ihnen den Link gegeben hat, kennt es.",
	password: "Passwort",
	passwordOpen: "Öffnen",
	passwordWrong:
		"Dieses Passwort ist falsch. Achten Sie auf Groß- und Kleinschreibung und versuchen Sie es noch einmal.",
	privateTitle: "Diese Website ist nicht öffentlich",
	privateText: "Melden Sie sich mit einem Konto an, das Zugriff hat.",
	forbiddenTitle: "Sie haben keinen Zugriff auf diese Website",
	forbiddenText: (email) =>
		`Sie sind als ${email} angemeldet. Bitten Sie einen Admin oder Inhaber um Zugang.`,
	notShownTitle: "Diese Seite ist nicht freigegeben",
	notShownText: "Der Inhaber der Website hat ausgewählt, welche Seiten dieser Link zeigt.",
	toShown: "Zu den freigegebenen Seiten",
};
