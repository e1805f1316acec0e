import { normalisedEmail } from "../database/normalised-email.ts";

/** The domain of an address, in lower case. */
export const domainOfEmail = (email: string): string => {
	const address = normalisedEmail(email);
	return address.slice(address.lastIndexOf("@") + 1);
};
