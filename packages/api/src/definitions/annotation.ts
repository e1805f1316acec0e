import { z } from "zod";

const COLORS = ["amber", "rose", "sky", "violet", "lime"] as const;

const graphemes = new Intl.Segmenter();
const isOneGrapheme = (text: string) => [...graphemes.segment(text)].length === 1;

/** A date-time with an offset, or a day, which begins at midnight UTC. */
const moment = z
	.union([z.iso.datetime({ offset: true }), z.iso.date()], {
		error: "Must be an ISO 8601 date-time with an offset, or YYYY-MM-DD",
	})
	.transform((text) => new Date(text));

const fields = {
	title: z.string().trim().min(1).max(120),
	date: moment,
	endDate: moment.nullish(),
	description: z.string().max(2000).nullish(),
	color: z.enum(COLORS).nullish(),
	icon: z.string().max(16).refine(isOneGrapheme, "Must be one character or emoji").nullish(),
	isPublic: z.boolean(),
	scope: z.enum(["site", "organization"]).optional(),
};

/** A note to be pinned to a day or a range of the traffic chart. */
export const NewAnnotation = z.object({ ...fields, isPublic: fields.isPublic.default(false) });
/** The fields to change; null clears one. */
export const AnnotationUpdate = z.object(fields).partial();

/** An annotation as listed. */
export const Annotation = z.strictObject({
	annotationId: z.int(),
	siteId: z.int().nullable(),
	organizationId: z.string(),
	userId: z.string().nullable(),
	userName: z.string().nullable(),
	title: z.string(),
	description: z.string().nullable(),
	date: z.iso.datetime(),
	endDate: z.iso.datetime().nullable(),
	color: z.enum(COLORS).nullable(),
	icon: z.string().nullable(),
	isPublic: z.boolean(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});
