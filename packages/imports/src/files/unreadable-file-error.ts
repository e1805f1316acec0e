/** A file that cannot be read; the message says what to do. */
export class UnreadableFileError extends Error {
	override name = "UnreadableFileError";
}
