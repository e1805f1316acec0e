import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { createLinkKeys } from "../access/link-key.ts";
import { createFindLink, linkEnded, presentedKeyIn } from "../access/presented-link.ts";
import { verifyPassword } from "../accounts/passwords.ts";
import { PASSWORD_LENGTH } from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { createSignInLimits } from "../sign-in/sign-in-limits.ts";
import type { PrivateLinkServices } from "./main-link.ts";

/** How long a given password counts. */
const PASS_MS = 24 * 60 * 60 * 1000;

const wrongPassword = () =>
	new ApiError("AUTHENTICATION_REQUIRED", "The password is wrong", {
		code: "PRIVATE_LINK_PASSWORD_WRONG",
		resolution: "Try again, or ask for the password where you got the link.",
	});

/** Takes the password of a private link. */
export const linkPasswordRoute = ({ database, secret }: PrivateLinkServices): Route => {
	const limits = createSignInLimits({ refusal: "Too many wrong passwords from this address" });
	const findLink = createFindLink(database, secret);
	const { withPass } = createLinkKeys(secret);
	return route({
		method: "post",
		path: "/api/sites/{site}/private-link-password",
		summary: "Takes the password of a private link",
		description:
			"Send the link's key as `x-private-key`; present the answer's `privateKey` instead of the key from then on. It counts for a day, until the link expires or any change of it. 401 with `PRIVATE_LINK_PASSWORD_WRONG` or, for a link that ended, `PRIVATE_LINK_ENDED`; 429 after several wrong ones.",
		tags: ["Sites"],
		access: { site: "anyone" },
		isQuestion: true,
		body: z
			.strictObject({ password: z.string().max(PASSWORD_LENGTH.max) })
			.meta({ component: "PrivateLinkPassword" }),
		response: z
			.strictObject({
				data: z
					.strictObject({
						privateKey: z.string(),
						expiresAt: z.iso.datetime().nullable().describe("null for a link without a password"),
					})
					.meta({ component: "OpenedPrivateLink" }),
			})
			.meta({ component: "OpenedPrivateLinkResponse" }),
		handle: async ({ site: { siteId }, body, headers, address }) => {
			const presented = presentedKeyIn(headers, new URLSearchParams());
			if (!presented)
				throw new ApiError("INVALID_REQUEST", "Send the link's key in the header x-private-key");
			const { key } = presented;
			const now = Date.now();
			const link = await findLink(siteId, key, now);
			if (!link) throw linkEnded();
			const { passwordHash: hash, linkId, expiresAt } = link;
			if (hash === null) return { data: { privateKey: key, expiresAt: null } };
			const attempt = await limits.attempt(`private link ${linkId}`, address);
			let isRight: boolean;
			try {
				isRight = await verifyPassword({ hash, password: body.password });
			} catch (error) {
				attempt.takeBack();
				throw error;
			}
			if (!isRight) throw wrongPassword();
			attempt.succeeded();
			const end = Math.min(now + PASS_MS, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
			return {
				data: { privateKey: withPass(key, link, end), expiresAt: new Date(end).toISOString() },
			};
		},
	});
};
