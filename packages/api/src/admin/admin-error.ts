/** An error in an operator's command, with a message for the operator. */
export class AdminError extends Error {
	override name = "AdminError";
}
