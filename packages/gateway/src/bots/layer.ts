import type { ClientEvent } from "@footfall/shared/event";
import type { RequestContext } from "../lookup/request-context.ts";

export interface LayerInput {
	context: RequestContext;
	/** Absent for an identify and for a batch of a recorder, which are known by their requests alone. */
	event?: ClientEvent | undefined;
	/** How long the client held the event back, in ms. */
	heldMs: number;
}

/**
 * Why this layer takes the request for a bot's, as a line for people; `undefined` when it does not. `isSuspected` says
 * whether another layer has hit already.
 */
export type Layer = (input: LayerInput, isSuspected: boolean) => string | undefined;
