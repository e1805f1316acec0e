import type { IncomingHttpHeaders } from "node:http";
import type { ReadClient } from "../account-activity/read-client.ts";
import type { ClientFacts } from "../database/account-activity-tables.ts";

/** The header that passes the resolved client address to the auth library. */
export const CLIENT_ADDRESS_HEADER = "x-footfall-client-address";

/** The browser and place of a request as the auth library has it. */
export const clientOfHeaders = (
	readClient: ReadClient,
	headers: Headers | undefined,
): ClientFacts => {
	const address = headers?.get(CLIENT_ADDRESS_HEADER) ?? "";
	return readClient({ headers: Object.fromEntries(headers ?? []), address });
};

/** The headers for opening a session in place of a person's request: those that tell its browser and address. */
export const sessionHeaders = (request: IncomingHttpHeaders, address: string): Headers => {
	const names = Object.keys(request).filter(
		(name) => name === "user-agent" || name.startsWith("sec-ch-ua"),
	);
	return new Headers([
		...names.map((name): [string, string] => [name, String(request[name])]),
		["content-type", "application/json"],
		[CLIENT_ADDRESS_HEADER, address],
	]);
};
