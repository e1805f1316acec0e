/** A part of a mail, decoded. */
export interface MailPart {
	/** Names in lower case. */
	headers: ReadonlyMap<string, string>;
	/** Without its parameters. */
	contentType: string;
	/** Empty for a part that has others. */
	content: Buffer;
	parts: readonly MailPart[];
}

const headersOf = (head: string): Map<string, string> => {
	const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
	return new Map(
		lines.map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
		}),
	);
};

const quotedPrintable = (text: string): Buffer =>
	Buffer.from(
		text
			.replaceAll("=\r\n", "")
			.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
				String.fromCharCode(Number.parseInt(hex, 16)),
			),
		"latin1",
	);

const decoded = (body: string, encoding: string | undefined): Buffer => {
	if (encoding === "base64") return Buffer.from(body, "base64");
	return encoding === "quoted-printable" ? quotedPrintable(body) : Buffer.from(body, "latin1");
};

/** Reads a mail as it came over SMTP. @param raw with one character per byte */
export const parsedMail = (raw: string): MailPart => {
	const end = raw.indexOf("\r\n\r\n");
	const headers = headersOf(raw.slice(0, end));
	const body = raw.slice(end + 4);
	const type = headers.get("content-type") ?? "text/plain";
	const contentType = type.split(";", 1)[0]?.trim() ?? "";
	const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
	if (boundary === undefined) {
		const content = decoded(body, headers.get("content-transfer-encoding"));
		return { headers, contentType, content, parts: [] };
	}
	const parts = body
		.split(`--${boundary}`)
		.slice(1, -1)
		.map((part) => parsedMail(part.replace(/^\r\n/, "")));
	return { headers, contentType, content: Buffer.alloc(0), parts };
};

/** A mail's first part of a type as text, with plain line ends; undefined without one. */
export const textOfMail = (
	mail: MailPart | undefined,
	contentType = "text/plain",
): string | undefined =>
	mail && partsOfType(mail, contentType)[0]?.content.toString().replaceAll("\r\n", "\n");

/** A mail's parts of a type, at any depth. */
export const partsOfType = (mail: MailPart, contentType: string): MailPart[] => [
	...(mail.contentType === contentType ? [mail] : []),
	...mail.parts.flatMap((part) => partsOfType(part, contentType)),
];
