/** What is wrong: `later` may pass by itself, the others need a change by a person. */
type FaultKind = "key" | "property" | "access" | "field" | "later" | "request";

/** Google cannot be read. The message is one sentence that names the value and says what to change. */
export class GoogleFault extends Error {
	override name = "GoogleFault";
	readonly kind: FaultKind;
	constructor(kind: FaultKind, message: string) {
		super(message);
		this.kind = kind;
	}
}
