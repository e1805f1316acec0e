/** A mail, without whom it goes to. */
export interface MailContent {
	subject: string;
	text: string;
	/** "" for a mail of text alone. */
	html: string;
	attachments: readonly {
		filename: string;
		contentType: string;
		content: Buffer;
		/** By which the HTML shows it: `<img src="cid:…">`. */
		cid?: string;
	}[];
	/** Beside those that every mail has. */
	headers: Readonly<Record<string, string>>;
}
