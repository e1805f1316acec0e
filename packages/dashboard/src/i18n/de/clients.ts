import type { words as english } from "../en/clients.ts";

export const words: typeof english = {
	text: "Tracker und Bibliotheken anderer Produkte können unverändert an diese Website senden. Geben Sie ihnen die Adresse dieses Servers, und tragen Sie hier die ID ein, die sie senden.",
	product: "Produkt",
	products: {
		plausible: "Plausible",
		umami: "Umami",
		google: "Google",
		matomo: "Matomo",
		segment: "Segment",
	},
	id: {
		plausible: "Domain (data-domain)",
		umami: "Website-ID (UUID)",
		google: "Mess-ID",
		matomo: "Website-ID (idsite)",
		segment: "Write Key oder Name einer Server-Quelle",
	},
	ids: "ID",
	secret: {
		google: "API-Secret",
		matomo: "Token von Servern (optional)",
		segment: "Write Key von Servern (optional)",
	},
	secrets: "Geheimnis",
	secretSet: "Gesetzt",
	hint: {
		plausible: "Der Wert, den das Script als seine Domain sendet.",
		umami: "Der Wert von data-website-id.",
		google:
			"Ereignisse mit diesem Geheimnis kommen von Ihren Servern und werden nicht auf Bots geprüft.",
		matomo: "Mit seinem Token darf ein Server Adresse und Zeit eines Besuchers nennen.",
		segment:
			"Mit einem Write Key, den nur Ihre Server kennen, dürfen sie die Adresse eines Besuchers nennen.",
	},
	none: "Nur der eigene Tracker dieser Website sendet.",
	empty: "Geben Sie die ID ein, die der Client sendet.",
	noSecret: "Geben Sie das Geheimnis ein, das der Client sendet: mindestens 8 Zeichen.",
};
