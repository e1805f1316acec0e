import { randomUUID } from "node:crypto";
import { ClientIdentify } from "@footfall/shared/identify";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { FAILED_IDENTIFY, refusalOf } from "../errors/refusals.ts";
import type { RequestSender } from "../lookup/request-context.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { Admission } from "./admit.ts";
import type { Append } from "./append.ts";
import { type Outcome, rejected, STORED_AS_BOT } from "./outcome.ts";
import type { OutcomeCounter } from "./outcome-counts.ts";
import type { VisitorOf } from "./visitor.ts";

export interface IdentifyIngestionParts {
	admission: Admission;
	append: Append;
	visitorOf: VisitorOf;
	outcomes: OutcomeCounter;
}

/** Takes the user and the traits that a site gives a visitor all the way to the queue. Never throws and never rejects. */
export type IngestIdentify = (
	candidate: unknown,
	sender: RequestSender,
	configuration: CompiledConfiguration,
) => Outcome | Promise<Outcome>;

/** An escape in JSON. JSON.stringify writes halves of surrogate pairs as escapes only where they stand alone. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/gi;

const withoutLoneSurrogates = (bytes: Buffer): Buffer =>
	bytes.includes("\\u")
		? Buffer.from(
				bytes
					.toString()
					.replace(ESCAPE, (sequence, surrogate?: string) =>
						surrogate === undefined ? sequence : "\uFFFD",
					),
			)
		: bytes;

/** The path of an identify. */
export const identifyIngestion = (parts: IdentifyIngestionParts): IngestIdentify => {
	const decide: IngestIdentify = (candidate, sender, configuration) => {
		const checked = ClientIdentify.safeParse(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const claim = checked.data;
		return parts.admission.admit(
			{
				kind: "identify",
				site: claim.site_id,
				configuration,
				sender,
				claims: claim,
				page: {},
				heldMs: 0,
			},
			(context, bot) => {
				// A bot gets the usual reply, and is not identified.
				if (bot !== undefined) return STORED_AS_BOT;
				const { receivedAt } = context;
				const { siteId } = context.site.settings;
				const { partitionKey, ...ids } = parts.visitorOf(context, receivedAt, claim.anonymous_id);
				const record = encodeQueuedIdentify({
					id: randomUUID(),
					site: siteId,
					receivedAt,
					...ids,
					user: claim.user_id,
					...(claim.traits !== undefined && { traits: claim.traits }),
					isNewIdentify: claim.is_new_identify ?? true,
				});
				return parts.append(
					{ key: `${siteId}:${partitionKey}`, value: withoutLoneSurrogates(record) },
					sender.trace,
					FAILED_IDENTIFY,
				);
			},
		);
	};

	return (candidate, sender, configuration) =>
		parts.outcomes.follow(() => decide(candidate, sender, configuration), sender.trace);
};
