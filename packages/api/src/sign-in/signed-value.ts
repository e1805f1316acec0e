import { createHmac, timingSafeEqual } from "node:crypto";

/** `<value>.<HMAC-SHA256 of it, base64>`, as the auth library signs its cookies; undefined for any other text. */
export const signedValueOf = (cookie: string, secret: string): string | undefined => {
	const end = cookie.lastIndexOf(".");
	const value = cookie.slice(0, Math.max(0, end));
	const expected = createHmac("sha256", secret).update(value).digest();
	const presented = Buffer.from(cookie.slice(end + 1), "base64");
	return presented.length === expected.length && timingSafeEqual(presented, expected)
		? value
		: undefined;
};
