import type { IncomingMessage, ServerResponse } from "node:http";
import { labelled, metricsText } from "@footfall/gateway/merged-metrics";
import { createMetricRegistry, type MetricRegistry } from "@footfall/gateway/metric-registry";
import { createMetricsHandler } from "@footfall/gateway/metrics-handler";
import type { Logger } from "@footfall/shared/logger";
import { VERSION } from "@footfall/shared/version";

/** Rejects with the reason when something that the process needs cannot be used. */
export type Check = () => Promise<void>;

/** A part of a process that contributes to its health. */
export interface HealthPart {
	/** The readiness checks, by their names in `/ready`. */
	checks: Readonly<Record<string, Check>>;
	/** More fields of both `/healthz` and `/ready`. */
	figures?(): Readonly<Record<string, number>>;
	/** Adds the part's own metrics. */
	measure?(registry: MetricRegistry): void;
}

/** A check that takes longer counts as failed, so that every request is answered. */
const CHECKED_WITHIN_MS = 2_500;
/** How long an answer is reused, so that frequent requests cost nothing. */
const FRESH_MS = 1_000;

const passed = async (name: string, check: Check): Promise<string> => {
	let overdue: NodeJS.Timeout | undefined;
	const tooLate = new Promise<string>((resolve) => {
		const reason = `${name}: no answer within ${CHECKED_WITHIN_MS} ms`;
		overdue = setTimeout(resolve, CHECKED_WITHIN_MS, reason);
	});
	const checked = check().then(
		() => "",
		(error: unknown) => `${name}: ${error instanceof Error ? error.message : String(error)}`,
	);
	try {
		return await Promise.race([checked, tooLate]);
	} finally {
		clearTimeout(overdue);
	}
};

/** Whether the process can do its work, and why not. */
const readinessOf = async (parts: readonly HealthPart[]) => {
	const checks = parts.flatMap((part) => Object.entries(part.checks));
	const reasons = await Promise.all(
		checks.map(async ([name, check]) => [name, await passed(name, check)] as const),
	);
	const failed = reasons.map(([, reason]) => reason).filter((reason) => reason !== "");
	return {
		ready: failed.length === 0,
		...Object.fromEntries(reasons.map(([name, reason]) => [name, reason === ""])),
		reason: failed.join("; "),
	};
};

/**
 * `/healthz`, `/ready` and `/metrics` of a process, in the gateway's format.
 * @param metricsToken Bearer token for `/metrics`; without it, only this machine may read them
 */
export const createHealthPaths = (
	parts: readonly HealthPart[],
	metricsToken: string | undefined,
	log: Logger,
	role: string,
) => {
	const figures = () => Object.assign({}, ...parts.map((part) => part.figures?.()));
	let isClosing = false;
	let latest: { at: number; readiness: ReturnType<typeof readinessOf> } | undefined;
	let wasReady = true;

	const readiness = async () => {
		if (latest === undefined || performance.now() - latest.at > FRESH_MS)
			latest = { at: performance.now(), readiness: readinessOf(parts) };
		const found = await latest.readiness;
		if (found.ready !== wasReady) {
			wasReady = found.ready;
			if (found.ready) log.info({}, "Ready again");
			else log.warn({ reason: found.reason }, "Not ready");
		}
		return isClosing ? { ...found, ready: false } : found;
	};

	const registry = createMetricRegistry();
	registry.gauge("footfall_ready", "1 while the process can do its work", "min", () =>
		wasReady && !isClosing ? 1 : 0,
	);
	for (const part of parts) part.measure?.(registry);
	const snapshot = async () => {
		await readiness();
		return registry.snapshot();
	};
	const metrics = createMetricsHandler({
		token: metricsToken,
		text: async () => metricsText([await snapshot()]),
	});

	const say = (response: ServerResponse, status: number, body: object) => {
		const text = JSON.stringify(body);
		response.writeHead(status, {
			"Content-Type": "application/json; charset=utf-8",
			"Content-Length": Buffer.byteLength(text),
			"Cache-Control": "no-store",
			...(status === 503 && { "Retry-After": "1" }),
		});
		response.end(text);
	};

	const answers: Readonly<
		Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>
	> = {
		"/healthz": async (_request, response) =>
			say(response, 200, { alive: true, role, version: VERSION, ...figures() }),
		"/ready": async (_request, response) => {
			const found = await readiness();
			say(response, found.ready ? 200 : 503, { ...found, ...figures() });
		},
		"/metrics": metrics,
	};

	return {
		/** The content of `/ready`, with the role and version. */
		state: async () => ({ role, version: VERSION, ...(await readiness()), ...figures() }),
		/** The text of `/metrics` with the role as `process`, so that it can be combined with another's. */
		labelledMetrics: async () => metricsText([labelled(await snapshot(), "process", role)]),
		/** Answers a request for one of its own paths; returns false for every other, which it leaves unanswered. */
		answer: (request: IncomingMessage, response: ServerResponse): boolean => {
			const { method, url = "" } = request;
			if (method !== "GET" && method !== "HEAD") return false;
			const path = url.split("?", 1)[0] ?? "";
			const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
			if (answer === undefined) return false;
			answer(request, response).catch((error: unknown) => {
				log.error({ error: String(error) }, "A health check could not be answered");
				response.destroy();
			});
			return true;
		},
		/** Makes `/ready` report that the process accepts no more requests. */
		close: () => {
			isClosing = true;
		},
	};
};
export type HealthPaths = ReturnType<typeof createHealthPaths>;
