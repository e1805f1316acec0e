import type { ClientEvent } from "@footfall/shared/event";
import type { Visit } from "../receive/visit.ts";
import type { Agent } from "./agent.ts";

/** What a layer looks at. */
export interface Suspect {
	event: ClientEvent;
	visit: Visit;
	/** What the user agent claims to be, when that is an automated agent. */
	agent: Agent | undefined;
	/** "" when the agent names none. */
	deviceType: string;
}

/** Whether this layer alone takes the request for a bot's. */
export type Layer = (suspect: Suspect) => boolean;
