import { decodeQueuedEvent, textOfQueuedEvent } from "@footfall/shared/queued-event";
import { textOfQueuedQuarantine } from "@footfall/shared/queued-quarantine";
import type { ResendBatch, ResendReport } from "@footfall/shared/schemas/resend";
import { FAILED } from "../errors/refusals.ts";
import { checkSchema } from "../schemas/check-schema.ts";
import type { ViolationCounts } from "../schemas/violation-counts.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { Append } from "./append.ts";
import { isKept } from "./outcome.ts";

/** Sends quarantined events again. Resolves to those that are in the queue; never rejects. */
export type Resend = (
	batch: ResendBatch,
	configuration: CompiledConfiguration,
) => Promise<ResendReport["released"]>;

/**
 * The path of a quarantined event from the store to the queue: what the gateway knows about it stays as it was, its time and id
 * included; the schemas are those of now. It is received now, so that the loader knows a second copy by its id.
 */
export const createResend =
	(append: Append, violations: Pick<ViolationCounts, "saw">, now = Date.now): Resend =>
	async ({ site: number, events }, configuration) => {
		const site = configuration.site(String(number));
		if (site === undefined) return [];
		const sendAgain = async ({ version, record }: ResendBatch["events"][number]) => {
			const receivedAt = now();
			const event = { ...decodeQueuedEvent(Buffer.from(record)), receivedAt };
			const finding = checkSchema(event, site);
			const text = textOfQueuedEvent(event);
			const value =
				finding?.mode === "quarantine"
					? // Above the version of the row that says that this one was released.
						textOfQueuedQuarantine(text, {
							violations: finding.violations,
							version: Math.max(receivedAt, version + 2),
						})
					: text;
			const outcome = await append({ key: `${number}:${event.visitor}`, value }, undefined, FAILED);
			if (finding !== undefined && isKept(outcome))
				violations.saw(number, event.eventName, finding.violations, receivedAt);
			return isKept(outcome);
		};
		const isSent = await Promise.all(
			// One that this version cannot read stays where it is.
			events.map((event) => sendAgain(event).catch(() => false)),
		);
		return events.filter((_, at) => isSent[at]).map(({ id, version }) => ({ id, version }));
	};
