import type { Report } from "../../api/use-report.ts";

/** How a strip of figures shows a report: one that failed has no figures, and does not wait for any. */
export const stripStateOf = ({
	state,
	data,
}: Pick<Report<unknown>, "state" | "data">): "ready" | "loading" | "stale" => {
	if (data === undefined) return state === "failed" ? "ready" : "loading";
	return state === "ready" ? "ready" : "stale";
};
