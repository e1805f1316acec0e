import type { AccountRefusal, SignInRefusal } from "@footfall/shared/sign-in/sign-in-refusals";

/** A sign-in that is refused for a reason that its person can understand. */
export class SignInRefused extends Error {
	override name = "SignInRefused";
	readonly refusal: SignInRefusal;
	constructor(refusal: SignInRefusal, detail = "") {
		super(detail === "" ? refusal : `${refusal}: ${detail}`);
		this.refusal = refusal;
	}
}

/** A refused sign-in to an account, whose history keeps it. */
export class AccountRefused extends SignInRefused {
	override name = "AccountRefused";
	readonly account: { userId: string; refusal: AccountRefusal };
	constructor(refusal: AccountRefusal, userId: string) {
		super(refusal);
		this.account = { userId, refusal };
	}
}
