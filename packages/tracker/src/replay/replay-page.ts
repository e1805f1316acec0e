import type { PageAddress } from "../browser/page-address.ts";
import type { BeforeSend } from "../event/outgoing-event.ts";

/** The page and its tracker, for the recorder. A tuple, because names cost bytes. */
export type ReplayPage = readonly [
	host: string,
	siteId: string,
	/** Prefix of the session's keys in sessionStorage. */
	key: string,
	/** The identified user, or "". */
	userId: () => string,
	pageAddress: () => PageAddress,
	/** Called with the address of each page, as for a view. A page whose view it drops is not recorded. */
	beforeSend: BeforeSend | undefined,
];

/** The recorder of a page. */
export interface Replay {
	/** Starts to record, or continues for the current user; or sends the rest and stops. */
	turn(isOn: boolean): void;
	/** Stops, and sends nothing more. */
	drop(): void;
	/** Whether the page is being recorded, or will be when it is visible again. */
	isActive(): boolean;
}
