import { AREAS, type Area } from "@footfall/shared/areas";
import { z } from "zod";
import { newPassword, name as typedName } from "../http/typed-fields.ts";

/** Of a link, in characters. */
const MAX_NAME = 100;

/** The areas of a limit. */
export const limitedAreas = z
	.array(z.enum(AREAS))
	.min(1, "must name at least one area")
	.max(AREAS.length);

/** A limit in the order of the menu, without repetitions. */
export const orderedAreas = (areas: readonly Area[] | null): Area[] | null =>
	areas && AREAS.filter((area) => areas.includes(area));

const instant = z.iso
	.datetime({
		offset: true,
		error: "must be an instant such as 2026-12-24T18:00:00Z",
	})
	.transform((text) => new Date(text));

/** A private link as its site's members see it. */
export const PrivateLinkEntry = z
	.strictObject({
		linkId: z.int(),
		name: z.string(),
		/** null = no limit: includes areas of later versions. */
		areas: limitedAreas.nullable(),
		expiresAt: z.iso.datetime().nullable().describe("null = never"),
		asksPassword: z.boolean(),
		isMain: z
			.boolean()
			.describe("The one whose key `private-link-config` answers; keys of others are not stored"),
		createdAt: z.iso.datetime(),
		createdBy: z.string().nullable().describe("The name of whoever made it, if known"),
		lastUsedAt: z.iso.datetime().nullable().describe("To the minute"),
	})
	.meta({ component: "PrivateLinkEntry" });
export type PrivateLinkEntry = z.output<typeof PrivateLinkEntry>;

/** The fields of an entry that clients send back with their changes. */
export const ECHOED_OF_LINK = [
	...["linkId", "asksPassword", "isMain", "createdAt", "createdBy", "lastUsedAt"],
];

/** The answer to the creation of a link, which alone holds its key. */
export const CreatedPrivateLink = PrivateLinkEntry.extend({
	privateLinkKey: z
		.string()
		.describe("Its address is `/{site}/{privateLinkKey}`; in this answer alone"),
}).meta({ component: "CreatedPrivateLink" });

const fields = {
	name: typedName.max(MAX_NAME),
	areas: limitedAreas.nullable().describe("null = all"),
	expiresAt: instant.nullable().describe("null = never"),
	password: newPassword.nullable().describe("null = none"),
};

export const NewPrivateLink = z
	.strictObject({
		name: fields.name,
		areas: fields.areas.default(null),
		expiresAt: fields.expiresAt.default(null),
		password: fields.password.default(null),
	})
	.meta({ component: "PrivateLinkCreation" });

export const PrivateLinkUpdate = z
	.strictObject(fields)
	.partial()
	.meta({ component: "PrivateLinkUpdate" });
export type PrivateLinkUpdate = z.output<typeof PrivateLinkUpdate>;
