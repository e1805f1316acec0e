/** What an operator asked for that cannot be done, in words for them. */
export class AdminError extends Error {
	override name = "AdminError";
}
