import type { Span, Tracing } from "@footfall/shared/tracing/tracing";
import type { Ingest } from "./admit.ts";
import type { Outcome } from "./outcome.ts";

const labelOf = (outcome: Outcome): string =>
	"reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;

const endWith = (span: Span, outcome: Outcome): Outcome => {
	const isFault = outcome.kind === "rejected";
	const fault = isFault ? outcome.reason : undefined;
	span.end({ "footfall.outcome": labelOf(outcome) }, fault);
	return outcome;
};

/** Makes a span of each event's way through the gateway, from the request to its outcome. */
export const createTracedIngestion =
	(ingest: Ingest, tracing: Tracing): Ingest =>
	(candidate, sender, configuration) => {
		const header = sender.headers["traceparent"];
		const parent = typeof header === "string" ? header : undefined;
		const span = tracing.start("ingest", "server", parent, sender.receivedAt);
		try {
			const outcome = ingest(candidate, { ...sender, span }, configuration);
			if (!(outcome instanceof Promise)) return endWith(span, outcome);
			return outcome.then((known) => endWith(span, known));
		} catch (error) {
			// A message may quote the event.
			span.end({}, (error as Error).name);
			throw error;
		}
	};
