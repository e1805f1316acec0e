/** An answer that is a file to keep, made while it is sent. */
export interface FileAnswer {
	/** As the client's disk will call it. */
	name: string;
	/** Content type. */
	type: string;
	/** What fails before the first piece is still refused as an error; later the connection breaks off. */
	pieces: AsyncIterable<string | Uint8Array>;
}

/** Whether what a handler answered is a file. */
export const isFile = (answer: unknown): answer is FileAnswer =>
	typeof answer === "object" && answer !== null && "pieces" in answer;

/** Names travel in a header: whatever a file system or a header could take amiss becomes a dash. */
export const fileNameOf = (...parts: readonly string[]): string =>
	parts
		.map((part) => part.replaceAll(/[^A-Za-z0-9._]+/g, "-").replaceAll(/^[-.]+|-+$/g, ""))
		.filter((part) => part !== "")
		.join("-")
		.slice(0, 150);
