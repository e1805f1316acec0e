/** A start that failed because the machine lacks something, such as memory; the message says what to change. */
export class ShortageError extends Error {
	override name = "ShortageError";
}
