import { ApiError } from "@footfall/shared/api-error";
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

/** Not any address, because the dashboard links it. */
const webAddress = z.url({ protocol: /^https?$/, error: "Must be an http or https address" });

const KIND = z.enum(["note", "deploy"]);

const fields = {
	kind: KIND,
	title: z.string().trim().min(1).max(120),
	version: z.string().trim().min(1).max(100).nullish(),
	url: webAddress.max(2048).nullish(),
	date: moment,
	endDate: moment.nullish(),
	description: z.string().max(2000).nullish(),
	color: z.enum(COLORS).nullish(),
	icon: z.string().max(16).refine(isOneGrapheme, "Must be one character or emoji").nullish(),
	isPublic: z.boolean(),
	scope: z.enum(["site", "organization"]).optional(),
};

/** A note or a deployment at a time or in a range of the charts. */
export const NewAnnotation = z
	.object({
		...fields,
		kind: fields.kind.default("note"),
		isPublic: fields.isPublic.default(false),
		/** Chosen by the caller. A second request with the same one changes nothing. */
		reference: z.string().trim().min(1).max(200).nullish(),
	})
	.meta({ component: "AnnotationCreation" });
export type NewAnnotation = z.output<typeof NewAnnotation>;

/** The fields to change; null clears one. */
export const AnnotationUpdate = z.object(fields).partial().meta({ component: "AnnotationUpdate" });

/** An annotation as listed. */
export const Annotation = z
	.strictObject({
		annotationId: z.int(),
		siteId: z.int().nullable(),
		organizationId: z.string(),
		userId: z.string().nullable(),
		userName: z.string().nullable(),
		kind: KIND,
		title: z.string(),
		/** Of a deployment, such as "1.4.2". */
		version: z.string().nullable(),
		url: z.string().nullable(),
		description: z.string().nullable(),
		date: z.iso.datetime(),
		endDate: z.iso.datetime().nullable(),
		color: z.enum(COLORS).nullable(),
		icon: z.string().nullable(),
		isPublic: z.boolean(),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.meta({ component: "Annotation" });

/** @throws ApiError 400 for an annotation that ends before it begins, and for a note with a version */
export const requireConsistent = ({
	kind,
	version,
	date,
	endDate,
}: Pick<NewAnnotation, "kind" | "version" | "date" | "endDate">): void => {
	if (endDate && endDate <= date)
		throw new ApiError("INVALID_REQUEST", "endDate must be after date");
	if (kind === "note" && version)
		throw new ApiError(
			"INVALID_REQUEST",
			'Only a deployment has a version: set kind to "deploy", or leave version out',
		);
};
