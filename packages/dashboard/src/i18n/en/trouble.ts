/** Texts of the pages that say why nothing else can be shown. */
export const words = {
	unknownTitle: "Page not found",
	unknownText: "The address may be incomplete.",
	siteTitle: "Site not found",
	siteText: "It may have been deleted, or the address is incomplete.",
	revokedTitle: "This link no longer works",
	revokedText:
		"It has expired or was revoked, or its address is incomplete. Ask for a new one where you got it.",
	passwordTitle: "This link needs a password",
	passwordText: "Whoever gave you the link knows it.",
	password: "Password",
	passwordOpen: "Open",
	passwordWrong: "That password is wrong. Check capital letters and try again.",
	privateTitle: "This site is not public",
	privateText: "Sign in with an account that has access.",
	forbiddenTitle: "You have no access to this site",
	forbiddenText: (email: string) =>
		`You are signed in as ${email}. Ask an admin or owner for access.`,
	notShownTitle: "This page is not shared",
	notShownText: "The owner of the site chose what this link shows.",
	toShown: "Go to the shared pages",
};
