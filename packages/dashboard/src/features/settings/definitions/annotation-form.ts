import type { paths } from "../../../api/schema.ts";
import { clockText } from "../../../format/time.ts";
import { parseWallTime, wallTimeOf } from "../../../format/wall-time.ts";
import { type Day, dayOf, isDay } from "../../../router/days.ts";
import { instantOf } from "../../shared/time/instant-of.ts";

/** An annotation as the API returns it. */
export type ListedAnnotation =
	paths["/api/sites/{site}/annotations"]["get"]["responses"][200]["content"]["application/json"][number];

export const ANNOTATION_COLORS = ["amber", "rose", "sky", "violet", "lime"] as const;
export type AnnotationColor = (typeof ANNOTATION_COLORS)[number];

/** The typed values. Days and the time are in the time zone that the page shows. */
export interface AnnotationFields {
	title: string;
	isDeploy: boolean;
	/** Of a deployment. */
	version: string;
	url: string;
	description: string;
	day: string;
	/** `14:30`; empty = midnight. */
	time: string;
	/** Empty = a single day. */
	lastDay: string;
	color: AnnotationColor | "";
	icon: string;
	isPublic: boolean;
	isForAll: boolean;
}

const MIDNIGHT = "00:00";

export const emptyFields = (day: Day): AnnotationFields => ({
	title: "",
	isDeploy: false,
	version: "",
	url: "",
	description: "",
	day,
	time: "",
	lastDay: "",
	color: "",
	icon: "",
	isPublic: false,
	isForAll: false,
});

export const fieldsOf = (annotation: ListedAnnotation, timeZone: string): AnnotationFields => {
	const at = Date.parse(annotation.date);
	const end = annotation.endDate === null ? undefined : Date.parse(annotation.endDate);
	const time = clockText(wallTimeOf(at, timeZone), "en");
	return {
		title: annotation.title,
		isDeploy: annotation.kind === "deploy",
		version: annotation.version ?? "",
		url: annotation.url ?? "",
		description: annotation.description ?? "",
		day: dayOf(at, timeZone),
		time: time === MIDNIGHT ? "" : time,
		lastDay: end === undefined ? "" : dayOf(end, timeZone),
		color: annotation.color ?? "",
		icon: annotation.icon ?? "",
		isPublic: annotation.isPublic,
		isForAll: annotation.siteId === null,
	};
};

export interface AnnotationFaults {
	title?: true;
	url?: true;
	day?: true;
	time?: true;
	lastDay?: "day" | "order";
	icon?: true;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const isWebAddress = (text: string): boolean =>
	URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The fields that cannot be saved as they are. */
export const faultsOf = (fields: AnnotationFields): AnnotationFaults => {
	const { title, url, day, time, lastDay, icon } = fields;
	const marks = [...new Intl.Segmenter().segment(icon)].length;
	return {
		...(title.trim() === "" && { title: true as const }),
		...(url.trim() !== "" && !isWebAddress(url.trim()) && { url: true as const }),
		...(!isDay(day) && { day: true as const }),
		...(time !== "" && !TIME.test(time) && { time: true as const }),
		...(lastDay !== "" && !isDay(lastDay) && { lastDay: "day" as const }),
		...(lastDay !== "" && isDay(lastDay) && lastDay < day && { lastDay: "order" as const }),
		...((marks > 1 || icon.length > 16) && { icon: true as const }),
	};
};

const isoOf = (day: Day, time: string, timeZone: string) =>
	new Date(instantOf(parseWallTime(`${day} ${time}`), timeZone)).toISOString();

/** The request body of valid fields, as the API expects it. */
export const annotationOf = (fields: AnnotationFields, timeZone: string) => {
	const { title, isDeploy, version, url, description, day, time, lastDay } = fields;
	const { color, icon, isPublic, isForAll } = fields;
	const isRange = lastDay !== "" && lastDay !== day;
	return {
		title: title.trim(),
		kind: isDeploy ? ("deploy" as const) : ("note" as const),
		version: (isDeploy && version.trim()) || null,
		url: url.trim() || null,
		description: description.trim() || null,
		date: isoOf(day, time || MIDNIGHT, timeZone),
		endDate: isRange ? isoOf(lastDay, "23:59", timeZone) : null,
		color: color || null,
		icon: icon || null,
		isPublic,
		scope: isForAll ? ("organization" as const) : ("site" as const),
	};
};

/** Administrators may change every annotation, members only those that they created for this site, viewers none. */
export const mayEdit = (
	{ siteId, userId }: Pick<ListedAnnotation, "siteId" | "userId">,
	{
		mayConfigure,
		mayWrite,
		person,
	}: { mayConfigure: boolean; mayWrite: boolean; person: string | undefined },
): boolean =>
	mayConfigure ||
	(mayWrite && siteId !== null && userId !== null && person !== undefined && userId === person);
