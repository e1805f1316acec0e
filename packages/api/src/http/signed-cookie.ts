import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-call";

/**
 * The value of a cookie that the auth library signed: `<value>.<HMAC-SHA256 of it, base64>`; undefined for any other
 * text, and without the cookie.
 * @param cookies of the `Cookie` header
 */
export const signedCookie = (
	cookies: string | null | undefined,
	name: string,
	secret: string,
): string | undefined => {
	const cookie = parseCookies(cookies ?? "").get(name);
	if (cookie === undefined) return undefined;
	const end = cookie.lastIndexOf(".");
	const value = cookie.slice(0, Math.max(0, end));
	const expected = createHmac("sha256", secret).update(value).digest();
	const presented = Buffer.from(cookie.slice(end + 1), "base64");
	return presented.length === expected.length && timingSafeEqual(presented, expected)
		? value
		: undefined;
};
