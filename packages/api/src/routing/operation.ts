import type { Route } from "./route.ts";

/** An operation in the document: a route, or a request that the auth library or the gateway serves. */
export type Operation = Omit<Route, "handle" | "access"> & {
	/** `session`: signed in; `sender`: anyone, optionally with a key. */
	access: Route["access"] | "session" | "sender";
	/** Additional error codes, by status. */
	refusals?: Readonly<Record<number, readonly string[]>>;
	/** Unknown fields are accepted, because trackers may be newer than their server. */
	takesUnknownFields?: true;
};

/** `excluded-ips` → `ExcludedIps`. */
export const inPascalCase = (text: string): string =>
	text
		.split(/[^a-zA-Z]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join("");

/** `get` and `/api/sites/{site}/excluded-ips` → `getApiSitesSiteExcludedIps`. */
export const operationIdOf = ({ method, path }: Operation): string => method + inPascalCase(path);
