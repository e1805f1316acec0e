import type { ClientEvent } from "@footfall/shared/event";
import type { RequestContext } from "../lookup/request-context.ts";
import { createCounterSlots, textHash } from "./counter-slots.ts";

/** More events than this from one page load, or one address without page loads, are neither a crowd's nor a page's. */
export const MAX_PAGE_EVENTS = 500;
export const PAGE_WINDOW_MS = 10_000;
/** Page loads and addresses that are tracked at once. */
const SLOTS = 32_768;
/** An event that its client held back this long says nothing about its sending rate: the client was offline. */
const HELD_BACK_MS = 60_000;

/** Which limit an event exceeds; `undefined` if none. */
export type PageBudget = (
	event: ClientEvent,
	context: RequestContext,
	heldMs: number,
) => "page" | "address" | undefined;

/**
 * Limits the events of one page load. Below the limit, a page may send what it likes; where events name no page load,
 * their address on the site is counted instead. Counts in this process only.
 */
export const createPageBudget = (): PageBudget => {
	const slots = createCounterSlots(SLOTS);
	const counts = new Uint16Array(SLOTS);
	const startedAt = new Float64Array(SLOTS);
	return ({ page_id: pageId }, { site, address, receivedAt }, heldMs) => {
		if (heldMs > HELD_BACK_MS || (pageId === undefined && address === "")) return undefined;
		const key = textHash(
			pageId ?? address,
			site.settings.siteId * 2 + (pageId === undefined ? 1 : 0),
		);
		const slot = slots.of(key, receivedAt);
		const sinceMs = receivedAt - (startedAt[slot] as number);
		if (slots.isNew() || sinceMs >= PAGE_WINDOW_MS || sinceMs < 0) {
			startedAt[slot] = receivedAt;
			counts[slot] = 0;
		}
		const count = counts[slot] as number;
		if (count >= MAX_PAGE_EVENTS) return pageId === undefined ? "address" : "page";
		counts[slot] = count + 1;
		return undefined;
	};
};
