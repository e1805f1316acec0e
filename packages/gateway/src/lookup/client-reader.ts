import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import { openGeo } from "./geo.ts";
import { createUserAgentReader } from "./user-agent-facts.ts";

/** Longer user agents are cut: they come from strangers. */
const MAX_USER_AGENT = 1024;

/**
 * Tells browser, system, device and place of a request as they are told of visitors; "" for what is unknown. A program
 * that is no browser is named in its place.
 * @throws EnvironmentError for a database that is missing or damaged
 */
export const createClientReader = (options: {
	/** The installed databases unless given. */
	cityDatabases?: readonly string[] | undefined;
	log?: Logger;
}) => {
	const geo = openGeo(options);
	const readUserAgent = createUserAgentReader();
	return {
		read: ({ headers, address }: { headers: IncomingHttpHeaders; address: string }) => {
			const agent = readUserAgent((headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT));
			const { browser, operatingSystem, deviceType } = agent.withHints(headers);
			const program = browser || (agent.automated?.name ?? "");
			const { country, region, city } = geo.at(address).place;
			return { browser: program, operatingSystem, deviceType, country, region, city };
		},
		close: geo.close,
	};
};
