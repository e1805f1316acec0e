import type { ClientEvent } from "@footfall/shared/event";
import type { RequestContext } from "../lookup/request-context.ts";

export interface LayerInput {
	context: RequestContext;
	/** Absent for an identify and for a recorder's batch, which are judged by their requests alone. */
	event?: ClientEvent | undefined;
	/** How long the client held the event back, in ms. */
	heldMs: number;
}

/**
 * Why this layer attributes the request to a bot, as a readable line; `undefined` when it does not. `isSuspected` says
 * whether another layer has hit already.
 */
export type Layer = (input: LayerInput, isSuspected: boolean) => string | undefined;
