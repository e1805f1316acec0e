/** A response that is a file, produced while it is sent. */
export interface FileAnswer {
	/** The file name that the client sees. */
	name: string;
	/** Content type. */
	type: string;
	/** A failure before the first piece is answered as an error; a later one aborts the connection. */
	pieces: AsyncIterable<string | Uint8Array>;
}

/** Whether a handler's answer is a file. */
export const isFile = (answer: unknown): answer is FileAnswer =>
	typeof answer === "object" && answer !== null && "pieces" in answer;

/** A file name for a header: characters that are unsafe there or in a file system become dashes. */
export const fileNameOf = (...parts: readonly string[]): string =>
	parts
		.map((part) =>
			part
				.replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
				.replace(/^[-.]+/, "")
				.replace(/-$/, ""),
		)
		.filter((part) => part !== "")
		.join("-")
		.slice(0, 150);
