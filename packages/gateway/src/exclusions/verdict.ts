import type { ClientEvent } from "@footfall/shared/event";
import type { RequestContext } from "../lookup/request-context.ts";

/** Why an event is not tracked, in the words of the reply. */
export const DROP_REASONS = [
	"IP",
	"country",
	"path",
	"hostname",
	"user agent",
	"ASN",
	"origin",
	"GPC",
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export type Verdict = { verdict: "pass" } | { verdict: "drop"; reason: DropReason };
export type Exclusion = (
	page: Pick<ClientEvent, "hostname" | "pathname">,
	context: RequestContext,
) => Verdict;

export const pass: Verdict = { verdict: "pass" };

const drops = Object.fromEntries(
	DROP_REASONS.map((reason) => [reason, { verdict: "drop", reason }]),
) as Record<DropReason, Verdict>;

export const drop = (reason: DropReason): Verdict => drops[reason];

/** The first filter to object decides; the others are not asked. */
export const inOrder =
	(filters: readonly Exclusion[]): Exclusion =>
	(event, context) => {
		for (const filter of filters) {
			const answer = filter(event, context);
			if (answer.verdict === "drop") return answer;
		}
		return pass;
	};
