import { z } from "zod";

/** Longer texts are of no format: addresses and times are shorter. */
const MAX_FORMATTED = 2048;

const TIME =
	/^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

const isDate = (text: string) => z.iso.date().safeParse(text).success;
const isTime = (text: string) => TIME.test(text);
const isHostname = (text: string) =>
	text.length <= 253 &&
	text.split(".").every((label) => /^[a-z\d][a-z\d-]{0,62}$/i.test(label) && !label.endsWith("-"));
const by = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success;

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
	date: isDate,
	time: isTime,
	"date-time": (text) =>
		/^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
	email: by(z.email()),
	hostname: isHostname,
	ipv4: by(z.ipv4()),
	ipv6: by(z.ipv6()),
	uri: (text) => /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i.test(text) && URL.canParse(text),
	uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};

export const FORMAT_NAMES = Object.keys(FORMATS);

/** The check of a format; `undefined` for an unknown one. */
export const formatCheck = (name: string): ((text: string) => boolean) | undefined => {
	const check = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
	return check && ((text) => text.length <= MAX_FORMATTED && check(text));
};
