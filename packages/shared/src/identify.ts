import { z } from "zod";
import { MAX_LENGTH, MAX_TRAITS_BYTES } from "./limits.ts";

/** The bytes of a value's JSON; infinite for one that is too deeply nested to serialise. */
const bytesOf = (value: unknown): number => {
	try {
		return new TextEncoder().encode(JSON.stringify(value)).length;
	} catch {
		return Number.POSITIVE_INFINITY;
	}
};

/** The body that a client may send to `/api/identify`: who the visitor is, and what the site knows about its user. */
export const ClientIdentify = z
	.object({
		/** Numeric or 12-hex site id, always as a string. */
		site_id: z.string().min(1).max(64),
		/** The site's own id of its user. */
		user_id: z.string().min(1).max(MAX_LENGTH.userId),
		/** Merged key by key; null deletes a key. */
		traits: z
			.record(z.string(), z.unknown())
			.refine(
				(traits) => bytesOf(traits) <= MAX_TRAITS_BYTES,
				`Must be at most ${MAX_TRAITS_BYTES} bytes as JSON`,
			)
			.optional(),
		/** false = traits only: the visitor's user stays the same. */
		is_new_identify: z.boolean().optional(),
		/** Permanent id that a mobile SDK stores on its device. */
		anonymous_id: z.string().min(1).max(MAX_LENGTH.anonymousId).optional(),
		/** Accepted only with a key. */
		ip_address: z.union([z.ipv4(), z.ipv6()]).optional(),
		/** Accepted only with a key. */
		user_agent: z.string().max(MAX_LENGTH.userAgent).optional(),
		api_key: z.string().optional(),
	})
	.meta({ component: "Identify" });
export type ClientIdentify = z.infer<typeof ClientIdentify>;
