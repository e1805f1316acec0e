/** A file that cannot be read as it is; the message says what to do. */
export class UnreadableFileError extends Error {
	override name = "UnreadableFileError";
}
