import type { IncomingMessage, ServerResponse } from "node:http";
import type { MetricRegistry } from "@footfall/gateway/metric-registry";
import type { Check } from "./health-paths.ts";

const STATUS_CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** Readiness and counts of an api. Its parts are added once they are open. */
export const apiHealth = () => {
	let accounts: Check | undefined;
	const answered: Record<string, number> = Object.fromEntries(
		STATUS_CLASSES.map((name) => [name, 0]),
	);
	let inFlight = 0;
	return {
		checks: {
			accounts: async () => {
				if (accounts === undefined) throw new Error("not open yet");
				await accounts();
			},
		},
		opened: (check: Check) => {
			accounts = check;
		},
		/** Counts a request that the api answers. */
		count: (_request: IncomingMessage, response: ServerResponse): void => {
			inFlight++;
			response.once("close", () => {
				inFlight--;
				const name = `${Math.floor(response.statusCode / 100)}xx`;
				// A client that left before its answer began was not answered.
				if (response.headersSent) answered[name] = (answered[name] ?? 0) + 1;
			});
		},
		measure: ({ counts, gauge }: MetricRegistry): void => {
			counts(
				"footfall_api_requests_total",
				"Requests that were answered",
				"status",
				() => answered,
			);
			gauge("footfall_api_requests_in_flight", "Requests under way", "sum", () => inFlight);
		},
	};
};
export type ApiHealth = ReturnType<typeof apiHealth>;
