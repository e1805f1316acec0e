import type { PageAddress } from "../browser/page-address.ts";
import type { BeforeSend } from "../event/outgoing-event.ts";

/** What the recorder is told of the page and its tracker. In an order, because names cost bytes. */
export type ReplayPage = readonly [
	host: string,
	siteId: string,
	/** Names in sessionStorage what the tracker remembers of the visit. */
	key: string,
	/** The identified user, or "". */
	userId: () => string,
	pageAddress: () => PageAddress,
	/** Asked, as for a view, for the address of each page. What is not to be told of is not recorded. */
	beforeSend: BeforeSend | undefined,
];

/** The recorder of a page. */
export interface Replay {
	/** Begins to record, or goes on for whoever is identified by now, or delivers what there is and ends. */
	turn(isOn: boolean): void;
	/** Whether the page is being recorded, or will be again when it is looked at. */
	isActive(): boolean;
}
