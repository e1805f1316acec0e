/** Texts of the pages that links in e-mails open. */
export const words = {
	noToken: "This link is incomplete",
	noTokenText: "Open the full link from the email.",
	toSignIn: "Go to sign-in",
	password: {
		title: "Set a new password",
		label: "New password",
		hint: (least: string) => `At least ${least} characters.`,
		tooShort: (least: string) => `Enter at least ${least} characters.`,
		set: "Set password",
		done: "Password set",
		doneText: "You were signed out everywhere. Sign in with the new password.",
		bad: "This link has been used or is older than an hour. Request a new one.",
	},
	address: {
		title: "Confirm your address",
		text: "Others can then invite you by it.",
		confirm: "Confirm address",
		done: "Your address is confirmed",
		bad: "This link has been used or is older than a day.",
	},
	channel: {
		title: "Receive alerts by mail",
		text: "An organization on Footfall wants to send its alerts to your address. If you do not know it, close this page.",
		confirm: "Receive alerts",
		done: "Alerts will be sent to you",
		doneText: (address: string, organization: string) =>
			`${organization} can send alerts to ${address} now.`,
		refused: {
			used: {
				title: "This link was used already",
				text: "Alerts are sent to your address, unless the organization has switched them off.",
			},
			expired: {
				title: "This link has expired",
				text: "It worked for a week. Ask the organization to send you another one.",
			},
			unknown: {
				title: "This link does not work",
				text: "Either a newer one was sent, or a part of it is missing. Open the link in the newest email, or ask the organization for another one.",
			},
		},
	},
	invitation: {
		title: "Accept an invitation",
		signIn: "Sign in to accept",
		signUp: "Create an account to accept",
		text: "Use the email address that the invitation was sent to.",
		noAccount: "No account yet? Create one",
		hasAccount: "Already have an account? Sign in",
		name: "Name",
		needName: "Enter a name, such as Emma",
		create: "Create account",
		known: "An account with this address already exists. Sign in instead.",
		closed: "This server does not accept new accounts. Ask its administrator.",
		to: (organization: string) => `You are invited to ${organization}.`,
		by: (name: string, email: string) => `Invited by ${name} (${email}).`,
		as: (role: string) => `Your role will be ${role}.`,
		roles: { owner: "owner", admin: "admin", member: "member", viewer: "viewer" },
		accept: "Accept invitation",
		other: (email: string, invited: string) =>
			`You are signed in as ${email}, but the invitation is for ${invited}.`,
		useOther: "Sign out and use another account",
		gone: "This invitation is no longer valid",
		closedBy: {
			INVITATION_ACCEPTED: "It was accepted already. Sign in to see the organization's sites.",
			INVITATION_DECLINED: "It was declined. Ask for a new one if you want to join after all.",
			INVITATION_WITHDRAWN: "It was withdrawn. Ask whoever sent it for a new one.",
			INVITATION_EXPIRED: "It has expired. Ask whoever sent it for a new one.",
		},
		goneText: "This link is incomplete or was replaced by a newer one. Ask for a new one.",
	},
};
