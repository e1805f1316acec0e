import type { PageAddress } from "../browser/page-address.ts";
import type { BeforeSend } from "../event/outgoing-event.ts";

/** The page and its tracker, for the recorder. A tuple, because names cost bytes. */
export type ReplayPage = readonly [
	host: string,
	siteId: string,
	/** Names in sessionStorage what the tracker remembers of the visit. */
	key: string,
	/** The identified user, or "". */
	userId: () => string,
	pageAddress: () => PageAddress,
	/** Called as for a view with the address of each page. A page whose view it drops is not recorded. */
	beforeSend: BeforeSend | undefined,
];

/** The recorder of a page. */
export interface Replay {
	/** Begins to record, or continues for the current user; or delivers the rest and ends. */
	turn(isOn: boolean): void;
	/** Whether the page is being recorded, or will be again when it is looked at. */
	isActive(): boolean;
}
