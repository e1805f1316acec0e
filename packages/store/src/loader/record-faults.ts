const MAX_SITE = 2 ** 32 - 1;
/** The times that the store's columns can hold and that are plausible: 2000 to 2100. */
const EARLIEST = Date.UTC(2000);
const LATEST = Date.UTC(2100);

const VISITOR = /^[0-9a-f]{16}$/;

/** Whether a value is a time in ms since the epoch. */
export const isTime = (value: unknown) =>
	typeof value === "number" && value >= EARLIEST && value < LATEST;

/** Why a number is not a valid site; undefined if it may be one. */
export const siteFault = (site: number) =>
	!Number.isInteger(site) || site < 1 || site > MAX_SITE ? "site is not a site number" : undefined;

/** Why the visitor ids of a record are invalid; undefined if they are valid. */
export const visitorFault = (given: { visitor: string; visitorYesterday?: string }) => {
	if (!VISITOR.test(given.visitor)) return "visitor is not 16 hex characters";
	if (given.visitorYesterday !== undefined && !VISITOR.test(given.visitorYesterday))
		return "visitorYesterday is not 16 hex characters";
	return undefined;
};
