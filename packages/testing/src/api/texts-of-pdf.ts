import { inflateSync } from "node:zlib";

/** The texts of a document, extracted from its drawing instructions. */
export const textsOf = (pdf: Buffer): string => {
	const texts: string[] = [];
	for (const [, body = ""] of pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
		const drawn = inflateSync(Buffer.from(body, "latin1")).toString("latin1");
		for (const [, pieces = ""] of drawn.matchAll(/\[(.*?)\] TJ/g))
			texts.push(
				[...pieces.matchAll(/<([0-9a-f]*)>/g)]
					.map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
					.join(""),
			);
	}
	return texts.join("\n");
};
