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

/** The page that something was sent from, as far as its sender names it. */
export type PageLocation = Pick<ClientEvent, "hostname" | "pathname">;

/** One rule by which a site wants nothing of an event. */
export type Exclusion = (page: PageLocation, context: RequestContext) => Verdict;

export const pass: Verdict = { verdict: "pass" };

const drops = Object.fromEntries(
	DROP_REASONS.map((reason) => [reason, { verdict: "drop", reason }]),
) as Record<DropReason, Verdict>;

export const drop = (reason: DropReason): Verdict => drops[reason];

/** The first exclusion to object decides; the others do not run. */
export const inOrder =
	(exclusions: readonly Exclusion[]): Exclusion =>
	(page, context) => {
		for (const exclusion of exclusions) {
			const verdict = exclusion(page, context);
			if (verdict.verdict === "drop") return verdict;
		}
		return pass;
	};
