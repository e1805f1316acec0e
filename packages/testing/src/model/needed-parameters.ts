/** The parameters that a report requires, by its path; those of an export are under its report's path. */
export const NEEDED_PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"/metric": { parameter: "pathname" },
	"/metric-lite": { parameter: "pathname" },
	"/changes": { metric: "sessions" },
	"/events/properties": { event_name: "signup" },
	"/events/autocapture": { type: "outbound" },
	"/events/autocapture-values": { type: "outbound" },
	"/errors/names": { seen: "true", trend: "true" },
	"/performance/overview": { ratings: "true" },
	"/performance/time-series": { ratings: "true" },
	"/errors/events": { errorMessage: "it broke" },
	"/errors/time-series": {
		errorMessage: "it broke",
		bucket: "month",
		start_date: "2025-01-01",
		end_date: "2026-12-31",
	},
	"/errors/by-dimension": { dimension: "pathname" },
	"/bots/by-dimension": { dimension: "bot_name" },
	"/performance/by-dimension": { dimension: "pathname", ratings: "true" },
	"/users/session-count": { user_id: "anna" },
	"/user-traits/values": { key: "plan" },
	"/user-traits/users": { key: "plan", value: "pro" },
	"/goals/time-series": { goal_ids: "1" },
	"/goals/{goalId}/by-dimension": { parameter: "country" },
	"/funnels/analyze": {
		steps: JSON.stringify([
			{ type: "page", value: "/" },
			{ type: "event", value: "signup" },
		]),
	},
	"/funnels/{stepNumber}/sessions": { mode: "reached" },
	"/export/pdf": { start_date: "2026-01-01", end_date: "2026-01-31", time_zone: "UTC" },
};

/** The bodies that reports require, by their path. */
export const NEEDED_BODIES: Readonly<Record<string, object>> = {
	"/query": { metrics: ["sessions"], dimensions: [] },
};

/** The report of a path: `/export/metric` → `/metric`. */
export const reportPathOf = (path: string): string => path.replace(/^\/export(?!\/pdf)/, "");
