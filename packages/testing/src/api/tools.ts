import { ERRORS, type ErrorCode } from "@footfall/shared/api-error";

/** A tool's answer: the status that the same call over HTTP has, and the parsed text of its result. */
export interface ToolAnswer {
	status: number;
	content: Record<string, unknown>;
}

/** Sends one message of the Model Context Protocol. */
export const sendToTools = (origin: string, headers: Record<string, string>, message: object) =>
	fetch(`${origin}/api/mcp`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			...headers,
		},
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
	});

/** Codes of refusals that say more than `FORBIDDEN`. */
const REFUSALS: unknown[] = ["READ_ONLY_ROLE", "SECOND_FACTOR_REQUIRED"];

/** @throws Error for a code that no tool should answer */
const statusOf = (code: unknown): number => {
	if (REFUSALS.includes(code)) return ERRORS.FORBIDDEN.status;
	const known = ERRORS[code as ErrorCode];
	if (known === undefined) throw new Error(`A tool answered the unknown code ${code}`);
	return known.status;
};

/** Calls a tool without the SDK's client, which hides the status of a refused connection. */
export const callTool = async (
	origin: string,
	headers: Record<string, string>,
	name: string,
	given: object = {},
): Promise<ToolAnswer> => {
	const params = { name, arguments: given };
	const response = await sendToTools(origin, headers, { method: "tools/call", params });
	const body = (await response.json()) as Record<string, unknown>;
	if (response.status !== 200) return { status: response.status, content: body };
	const { content, isError } = body["result"] as { content: { text: string }[]; isError?: true };
	const parsed = JSON.parse(content[0]?.text ?? "null") as Record<string, unknown>;
	return {
		status: isError ? statusOf(parsed["code"]) : 200,
		content: parsed,
	};
};

const range = { start_date: "2026-01-01", end_date: "2026-01-07" };

/** Arguments with which each tool reaches its route, besides the site. */
export const TOOL_ARGUMENTS: Readonly<Record<string, object>> = {
	list_sites: {},
	query: { ...range, metrics: ["sessions"] },
	definitions: {},
	overview: range,
	changes: { ...range, metric: "sessions" },
	breakdown: { ...range, parameter: "channel" },
	live_count: {},
	sessions: range,
	session: { sessionId: "1" },
	errors: range,
	web_vitals: range,
	bots: range,
	bots_by_dimension: { ...range, dimension: "country" },
	goals: range,
	list_funnels: {},
	analyze_funnel: { ...range, steps: ["/", "/pay"].map((value) => ({ type: "page", value })) },
	annotations: {},
	create_annotation: { title: "Release", date: "2026-01-01" },
	create_goal: { goalType: "path", config: { pathPattern: "/thanks" } },
};
