import { pick } from "@footfall/shared/pick";

type Json = Record<string, unknown>;

/** Without what is not known, which is most of a session. */
const known = (row: Json): Json =>
	Object.fromEntries(
		Object.entries(row).filter(([, value]) => value !== "" && value !== null && value !== 0),
	);

/** Sessions in few bytes. */
export const sessionsOf = ({ data, ...rest }: Json): Json => ({
	...rest,
	data: (data as Json[]).map(known),
});

/** A session and its events in few bytes. */
export const sessionOf = ({ data }: Json): Json => {
	const { session, events, pagination } = data as {
		session: Json;
		events: Json[];
		pagination: Json;
	};
	return { session: known(session), events: events.map(known), pagination };
};

const SITE_FIELDS = ["siteId", "id", "name", "domain", "public"] as const;

/** The sites of either list, as other tools need them. */
export const sitesOf = (answer: Json): Json => {
	const sites = (answer["data"] ?? answer["sites"]) as Record<
		(typeof SITE_FIELDS)[number],
		unknown
	>[];
	return {
		sites: sites.map((site) => pick(site, SITE_FIELDS)),
		totalCount: answer["totalCount"] ?? sites.length,
	};
};
