import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { RuleEvent } from "@footfall/shared/rules/draft";
import type { RuleField } from "@footfall/shared/rules/target";
import { type CompiledSite, furtherRulesOf } from "../site-config/compiled-site.ts";
import { addMoney } from "./event-record.ts";
import type { ApplySiteRules } from "./rule-step.ts";

/** Where a record has what rules read and change. */
const FIELDS = {
	event_name: "eventName",
	hostname: "hostname",
	pathname: "pathname",
	querystring: "querystring",
	page_title: "pageTitle",
	referrer: "referrer",
	language: "language",
	tag: "tag",
} as const satisfies Record<RuleField, keyof QueuedEvent>;
const FIELD_NAMES = Object.entries(FIELDS) as [RuleField, (typeof FIELDS)[RuleField]][];

const ruleEventOf = (record: QueuedEvent): RuleEvent => ({
	type: record.type,
	properties: record.properties,
	...Object.fromEntries(FIELD_NAMES.map(([field, name]) => [field, record[name]])),
});

/**
 * A quarantined event as the rules leave it that its site was given since; `undefined` if one of them drops it. Its money is
 * read anew if it had none that is valid; what else the gateway derived from it stays.
 * @param ran digests of the rules that have run for it
 */
export const ruledRecordOf = (
	record: QueuedEvent,
	site: CompiledSite,
	ran: readonly string[],
	applyRules: ApplySiteRules,
): QueuedEvent | undefined => {
	const further = furtherRulesOf(site, ran);
	if (further === undefined) return record;
	const before = ruleEventOf(record);
	const after = applyRules(before, { site }, further);
	if (after === undefined || after === before) return after && record;
	const ruled: QueuedEvent = { ...record, properties: after.properties ?? "{}" };
	for (const [field, name] of FIELD_NAMES) ruled[name] = after[field] ?? "";
	const { eventName, properties, orderId } = ruled;
	if (ruled.revenue === undefined && record.type === "custom_event")
		addMoney(
			ruled,
			{
				type: record.type,
				site_id: String(record.site),
				event_name: eventName,
				properties,
				...(orderId !== undefined && { order_id: orderId }),
			},
			site,
		);
	return ruled;
};
