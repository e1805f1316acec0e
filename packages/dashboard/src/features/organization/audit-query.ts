import type { AuditQuery } from "../shared/access/organization-api.ts";

export const AUDIT_AREAS = [
	"site",
	"member",
	"invitation",
	"team",
	"channel",
	"private-link",
	"key",
	"user",
	"organization",
	"goal",
	"funnel",
	"segment",
	"annotation",
	"question",
	"board",
	"import",
	"replay",
	"alert",
	"report-mail",
	"delivery",
	"error",
	"source-maps",
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

export const AUDIT_WAYS = [
	"session",
	"personal-key",
	"organization-key",
	"mail",
	"provider",
	"operator",
] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];

const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined) =>
	words.find((word) => word === text);

export interface AuditView {
	area: AuditArea | undefined;
	person: string | undefined;
	way: AuditWay | undefined;
	/** From 1. */
	page: number;
}

/** The query of the log from the URL; invalid filters are ignored. */
export const auditViewOf = (
	read: (key: string) => string | undefined,
	page: number | undefined,
): AuditView => ({
	area: oneOf(AUDIT_AREAS, read("area")),
	person: read("person") || undefined,
	way: oneOf(AUDIT_WAYS, read("via")),
	page: page ?? 1,
});

export const auditQueryOf = ({ area, person, way, page }: AuditView): AuditQuery => ({
	page,
	...(area && { action: area }),
	...(person !== undefined && { user_id: person }),
	...(way && { via: way }),
});

/** The site that the path of a request names, by its number or id. */
export const targetSite = (target: string | null): string | undefined =>
	/^\/api\/sites\/([^/]+)/.exec(target ?? "")?.[1];

/**
 * The subject of a change, from the path of its request: the domain of a site that still exists, else its number. Empty
 * if the path adds nothing to the action.
 * @param sites those that targets name
 */
export const targetText = (
	target: string | null,
	sites: readonly { id: string; siteId: number; domain: string }[],
): string => {
	const site = targetSite(target);
	if (site === undefined) return "";
	return sites.find(({ id, siteId }) => id === site || String(siteId) === site)?.domain ?? site;
};

/** The names of changed fields, with the values that the log stores. */
export const detailsOf = (
	details: Readonly<Record<string, unknown>>,
): { fields: string[]; values: string[]; isIncomplete: boolean } => {
	const { fields, completed, ...kept } = details;
	const values = Object.entries(kept).map(([name, value]) => `${name}: ${String(value)}`);
	const names = Array.isArray(fields) ? fields.map(String) : [];
	return {
		fields: names.filter((name) => !Object.hasOwn(kept, name)),
		values,
		isIncomplete: completed === false,
	};
};
