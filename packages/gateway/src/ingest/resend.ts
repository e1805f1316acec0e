import { decodeQueuedEvent, textOfQueuedEvent } from "@footfall/shared/queued-event";
import { textOfQueuedQuarantine } from "@footfall/shared/queued-quarantine";
import type { ResendBatch, ResendReport } from "@footfall/shared/schemas/resend";
import { FAILED } from "../errors/refusals.ts";
import { checkSchema } from "../schemas/check-schema.ts";
import type { ViolationCounts } from "../schemas/violation-counts.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { Append } from "./append.ts";
import { isKept } from "./outcome.ts";
import type { ApplySiteRules } from "./rule-step.ts";
import { ruledRecordOf } from "./ruled-record.ts";

/** Sends quarantined events again. Resolves to what became of them; never rejects. */
export type Resend = (
	batch: ResendBatch,
	configuration: CompiledConfiguration,
) => Promise<Pick<ResendReport, "released" | "doneUntil">>;

type Quarantined = ResendBatch["events"][number];

/**
 * The path of a quarantined event from the store to the queue: what the gateway knows about it stays as it was, its time and id
 * included. The rules that its site was given since run for it, and then the schemas of now. It is received now, so that the
 * loader knows a second copy by its id.
 */
export const createResend = ({
	append,
	applyRules,
	violations,
	now = Date.now,
}: {
	append: Append;
	applyRules: ApplySiteRules;
	violations: Pick<ViolationCounts, "saw">;
	now?: () => number;
}): Resend => {
	const sendAgain = async (
		{ version, record, ranRules }: Quarantined,
		site: CompiledSite,
	): Promise<"released" | "waits"> => {
		const receivedAt = now();
		const received = { ...decodeQueuedEvent(Buffer.from(record)), receivedAt };
		const event = ruledRecordOf(received, site, ranRules, applyRules);
		if (event === undefined) return "released";
		const finding = checkSchema(event, site);
		const text = textOfQueuedEvent(event);
		const value =
			finding?.mode === "quarantine"
				? textOfQueuedQuarantine(text, {
						violations: finding.violations,
						// Above the version of the row that says that this one was released.
						version: Math.max(receivedAt, version + 2),
						ranRules: [...new Set([...ranRules, ...site.ruleDigests])],
					})
				: text;
		const key = `${site.settings.siteId}:${event.visitor}`;
		const outcome = await append({ key, value }, undefined, FAILED);
		if (finding !== undefined && isKept(outcome))
			violations.saw(site.settings.siteId, event.eventName, finding.violations, receivedAt);
		return isKept(outcome) ? "released" : "waits";
	};
	return async ({ site: number, events }, configuration) => {
		const site = configuration.site(String(number));
		if (site === undefined) return { released: [] };
		const outcomes = await Promise.all(
			// One that this version cannot read stays where it is.
			events.map((event) => sendAgain(event, site).catch(() => "unreadable")),
		);
		const released = events.filter((_, at) => outcomes[at] === "released");
		const last = outcomes.includes("waits") ? undefined : events.at(-1);
		return {
			released: released.map(({ id, version }) => ({ id, version })),
			...(last && { doneUntil: last.id }),
		};
	};
};
