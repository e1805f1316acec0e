/** Texts of the settings of a site's clients of other products. */
export const words = {
	text: "Trackers and libraries of other products can send to this site as they are. Point them at this server, and enter the id that they send.",
	product: "Product",
	products: {
		plausible: "Plausible",
		umami: "Umami",
		google: "Google",
		matomo: "Matomo",
		segment: "Segment",
	},
	id: {
		plausible: "Domain (data-domain)",
		umami: "Website ID (UUID)",
		google: "Measurement ID",
		matomo: "Site ID (idsite)",
		segment: "Write key, or name of a server source",
	},
	ids: "ID",
	secret: {
		google: "API secret",
		matomo: "Token of servers (optional)",
		segment: "Write key of servers (optional)",
	},
	secrets: "Secret",
	secretSet: "Set",
	hint: {
		plausible: "The value that the script sends as its domain.",
		umami: "The value of data-website-id.",
		google: "Events with this secret come from your servers and are not checked for bots.",
		matomo: "With its token, a server may name a visitor's address and the time.",
		segment: "With a write key that only your servers know, they may name a visitor's address.",
	},
	none: "Only this site's own tracker sends.",
	empty: "Enter the ID that the client sends.",
	noSecret: "Enter the secret that the client sends: at least 8 characters.",
};
