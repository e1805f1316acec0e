import { ClientEvent } from "@footfall/shared/event";
import { isCompact, readCompactBody } from "../../../gateway/src/compact-wire/compact-body.ts";

/** What a tracker has sent in one request, in the documented form. */
export interface SentEntries {
	/** Each checked against the schema; texts that were left out are "". */
	events: ClientEvent[];
	identifications: { user_id: string; traits?: unknown; is_new_identify: boolean }[];
	/** The time on the page's clock, in ms. */
	sentAt: number;
}

/** Reads the body of a request as the gateway does. @throws for what is not in the compact form or no valid event */
export const sentEntries = (body: string): SentEntries => {
	const value: unknown = JSON.parse(body);
	const compact = isCompact(value) ? readCompactBody(value) : undefined;
	if (!isCompact(value) || !compact)
		throw new Error(`Not in the compact form: ${body.slice(0, 100)}`);
	const sent: SentEntries = { events: [], identifications: [], sentAt: value[1] };
	for (const entry of compact.entries) {
		const { isIdentify, candidate } = compact.decode(entry);
		if (isIdentify) sent.identifications.push(candidate as SentEntries["identifications"][number]);
		else {
			const texts = { event_name: "", querystring: "", referrer: "", page_title: "" };
			const told = Object.entries(candidate as object).filter(([, said]) => said !== undefined);
			sent.events.push(ClientEvent.parse({ ...texts, ...Object.fromEntries(told) }));
		}
	}
	return sent;
};
