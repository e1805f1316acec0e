import { parseWallTime } from "../../../format/wall-time.ts";
import { addDays, type Day, dayOf, isDay } from "../../../router/days.ts";
import { instantOf } from "../../shared/time/instant-of.ts";
import type { NewLink, PrivateLink } from "./link-api.ts";
import type { SharedArea } from "./shared-areas.ts";

/** The API's shortest password. */
export const LEAST_PASSWORD = 8;

/** The typed values. The day is in the time zone that the page shows. */
export interface LinkFields {
	name: string;
	/** null = everything, also pages of later versions. */
	areas: readonly SharedArea[] | null;
	/** The last one on which the link works; empty = it never ends. */
	lastDay: string;
	asksPassword: boolean;
	/** Empty = the one that there is. */
	password: string;
}

export const emptyLink = (name: string): LinkFields => ({
	...{ name, areas: null, lastDay: "", asksPassword: false, password: "" },
});

const lastDayOf = ({ expiresAt }: PrivateLink, timeZone: string): string =>
	expiresAt === null ? "" : dayOf(Date.parse(expiresAt) - 1, timeZone);

export const fieldsOfLink = (link: PrivateLink, timeZone: string): LinkFields => ({
	name: link.name,
	areas: link.areas,
	lastDay: lastDayOf(link, timeZone),
	asksPassword: link.asksPassword,
	password: "",
});

export interface LinkFaults {
	name?: true;
	lastDay?: "day" | "past";
	password?: true;
}

/**
 * The fields that cannot be saved as they are.
 * @param before absent for a new link
 */
export const linkFaults = (
	{ name, lastDay, asksPassword, password }: LinkFields,
	before: PrivateLink | undefined,
	{ today, timeZone }: { today: Day; timeZone: string },
): LinkFaults => {
	const isKept = before !== undefined && lastDay === lastDayOf(before, timeZone);
	const hasOne = before?.asksPassword === true && password === "";
	return {
		...(name.trim() === "" && { name: true as const }),
		...(lastDay !== "" && !isDay(lastDay) && { lastDay: "day" as const }),
		...(isDay(lastDay) && lastDay < today && !isKept && { lastDay: "past" as const }),
		...(asksPassword &&
			!hasOne &&
			(password.length < LEAST_PASSWORD || password.trim() === "") && { password: true as const }),
	};
};

const endOf = (lastDay: string, timeZone: string): string | null =>
	lastDay === ""
		? null
		: new Date(instantOf(parseWallTime(`${addDays(lastDay, 1)} 00:00`), timeZone)).toISOString();

/** The request body of a new link with valid fields. */
export const newLinkOf = (fields: LinkFields, timeZone: string): NewLink => ({
	name: fields.name.trim(),
	areas: fields.areas && [...fields.areas],
	expiresAt: endOf(fields.lastDay, timeZone),
	password: fields.asksPassword ? fields.password : null,
});

/** The fields of a link that valid values change. */
export const changesOf = (
	fields: LinkFields,
	before: PrivateLink,
	timeZone: string,
): Partial<NewLink> => {
	const { name, areas, expiresAt } = newLinkOf(fields, timeZone);
	const { asksPassword, password } = fields;
	return {
		...(name !== before.name && { name }),
		...(String(areas) !== String(before.areas) && { areas: areas ?? null }),
		...(fields.lastDay !== lastDayOf(before, timeZone) && { expiresAt: expiresAt ?? null }),
		...(!asksPassword && before.asksPassword && { password: null }),
		...(asksPassword && password !== "" && { password }),
	};
};
