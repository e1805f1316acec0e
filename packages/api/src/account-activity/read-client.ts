import type { IncomingHttpHeaders } from "node:http";
import type { ClientFacts } from "../database/account-activity-tables.ts";

/** Tells the browser and place of a request; the address itself is not kept. */
export type ReadClient = (request: {
	headers: IncomingHttpHeaders;
	/** The client's IP address; "" when unknown. */
	address: string;
}) => ClientFacts;

/** Of a process that cannot look up places and browsers. */
export const UNKNOWN_CLIENT: ClientFacts = {
	...{ browser: "", operatingSystem: "", deviceType: "" },
	...{ country: "", region: "", city: "" },
};
