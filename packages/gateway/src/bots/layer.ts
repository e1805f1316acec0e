import type { ClientEvent } from "@footfall/shared/event";
import type { RequestContext } from "../lookup/request-context.ts";

/** What a layer looks at. */
export interface LayerInput {
	event: ClientEvent;
	context: RequestContext;
	/** What the user agent names; "" when it names none. */
	deviceType: string;
	/** How long the client held the event back, in ms. */
	heldMs: number;
}

/**
 * Why this layer takes the request for a bot's, as a line for people; `undefined` when it does not. Told whether
 * another layer has hit already.
 */
export type Layer = (suspect: LayerInput, isSuspected: boolean) => string | undefined;
