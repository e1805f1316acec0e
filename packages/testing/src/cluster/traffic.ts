import http from "node:http";
import https from "node:https";
import { pause } from "@footfall/shared/waiting/pause";
import { browserHeaders } from "../gateway/beacon.ts";

/** The browsers' results between two faults. */
export interface TrafficPhase {
	name: string;
	/** Events that were acknowledged by any gateway. */
	acknowledged: number;
	/** Requests that a gateway refused or did not answer, and that were sent to another one. */
	failed: number;
	/** What came instead of an acknowledgement, for the first of these requests. */
	faults: string[];
	/** The largest number of requests for one event. */
	attempts: number;
	/** Latencies of successful responses, in ms from when their request was due. */
	p50: number;
	p99: number;
	longest: number;
	/** The longest time without any acknowledgement, in ms. */
	silence: number;
}

export interface TrafficOptions {
	/** Addresses; an event is sent to its visitor's, and to the next one if that fails. */
	gateways: string[];
	siteId: string;
	apiKey: string;
	perSecond: number;
	visitors: number;
	/** Uses HTTPS with a proxy of this name, which has this certificate. */
	proxy?: { host: string; certificate: string };
	/** The timeout after which a gateway counts as failed. */
	patienceMs?: number;
}

/** A gateway that has not answered by then has failed, and the load balancer tries another. */
const PATIENCE_MS = 4000;
const RETRY_MS = 200;
/** How long after the last event those that were not acknowledged are still sent again. */
const STOPPED_WITHIN_MS = 120_000;
const MOST_FAULTS = 10;

const quantile = (sorted: readonly number[], share: number) =>
	Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

interface PhaseCounts {
	times: number[];
	failed: number;
	faults: string[];
	attempts: number;
	silence: number;
}

/** Sends events when they are due, each until a gateway acknowledges it, and keeps a ledger. */
export const startClusterTraffic = () => {
	const agents = [http, https].map((own) => new own.Agent({ keepAlive: true, maxSockets: 256 }));
	const [plainAgent, secureAgent] = agents;
	const acknowledged: string[] = [];
	const phases = new Map<string, PhaseCounts>();
	let current: PhaseCounts | undefined;
	let acknowledgedAt = performance.now();
	const pending = new Set<Promise<void>>();
	let timer: NodeJS.Timeout | undefined;
	let sent = 0;
	let options: TrafficOptions;
	let isHeld = false;
	let triedUntil = Number.POSITIVE_INFINITY;
	let refusal: Error | undefined;

	/** What came instead of an acknowledgement, if so; rejects if it never can come. */
	const post = (gateway: string, number: number, id: string): Promise<string | undefined> =>
		new Promise((resolve, reject) => {
			const visitor = number % options.visitors;
			const body = JSON.stringify({
				type: "pageview",
				site_id: options.siteId,
				id,
				hostname: "cluster.test",
				pathname: `/${number % 20}`,
			});
			const { proxy, patienceMs = PATIENCE_MS } = options;
			const request = (proxy ? https : http).request(
				`${gateway}/api/track`,
				{
					method: "POST",
					agent: proxy ? secureAgent : plainAgent,
					...(proxy && { servername: proxy.host, ca: proxy.certificate }),
					headers: {
						...browserHeaders,
						...(proxy && { host: proxy.host }),
						// With a key: this many events of one browser would be a bot's.
						authorization: `Bearer ${options.apiKey}`,
						"content-length": Buffer.byteLength(body),
						"x-forwarded-for": `81.2.${1 + (visitor >> 7)}.${1 + (visitor & 127)}`,
					},
				},
				(response) => {
					let text = "";
					response.on("data", (chunk: Buffer) => {
						text += chunk.toString();
					});
					response.on("end", () => {
						const { statusCode = 0 } = response;
						if (statusCode >= 400 && statusCode < 500)
							reject(new Error(`The gateway refuses an event with ${statusCode}: ${text}`));
						else if (statusCode === 200 && text.includes('"success":true')) resolve(undefined);
						else resolve(`${statusCode} ${text.slice(0, 300)}`);
					});
					response.on("error", (error) => resolve(`${response.statusCode}, then ${error.message}`));
				},
			);
			request.setTimeout(patienceMs, () => request.destroy());
			request.on("error", ({ message }) => resolve(message));
			request.end(body);
		});

	const send = async (number: number) => {
		const id = `event-${number}`;
		const { gateways, visitors } = options;
		for (let attempt = 0; ; attempt++) {
			const phase = current;
			const due = performance.now();
			const gateway = gateways[((number % visitors) + attempt) % gateways.length] ?? "";
			const fault = await post(gateway, number, id);
			if (fault === undefined) {
				const now = performance.now();
				phase?.times.push(now - due);
				if (phase) {
					phase.silence = Math.max(phase.silence, now - acknowledgedAt);
					phase.attempts = Math.max(phase.attempts, attempt + 1);
				}
				acknowledgedAt = now;
				acknowledged.push(id);
				return;
			}
			if (phase && ++phase.failed <= MOST_FAULTS) phase.faults.push(fault);
			if (performance.now() > triedUntil)
				throw new Error(`No gateway acknowledges ${id}, after ${attempt + 1} attempts: ${fault}`);
			await pause(RETRY_MS);
		}
	};

	return {
		start: (given: TrafficOptions) => {
			options = given;
			let lookedAt = performance.now();
			acknowledgedAt = lookedAt;
			let due = sent;
			timer = setInterval(() => {
				const now = performance.now();
				if (!isHeld) due += ((now - lookedAt) / 1000) * options.perSecond;
				lookedAt = now;
				while (sent < due) {
					const one = send(sent++)
						.catch((error: Error) => {
							refusal ??= error;
						})
						.finally(() => pending.delete(one));
					pending.add(one);
				}
			}, 5);
		},
		/** Stops sending new events until it is called with false. */
		hold: (isOn: boolean) => {
			isHeld = isOn;
		},
		phase: (name: string) => {
			current = phases.get(name) ?? { times: [], failed: 0, faults: [], attempts: 0, silence: 0 };
			phases.set(name, current);
		},
		acknowledged: () => acknowledged.length,
		/** Resolves once every event is acknowledged, and rejects if one is not; it can be started again. */
		stop: async (): Promise<{ acknowledged: string[]; phases: TrafficPhase[] }> => {
			clearInterval(timer);
			triedUntil = performance.now() + STOPPED_WITHIN_MS;
			await Promise.all(pending);
			triedUntil = Number.POSITIVE_INFINITY;
			for (const agent of agents) agent.destroy();
			if (refusal) throw refusal;
			return {
				acknowledged,
				phases: [...phases].map(([name, { times, failed, faults, attempts, silence }]) => {
					const sorted = times.sort((one, other) => one - other);
					return {
						...{ name, failed, faults, attempts, acknowledged: sorted.length },
						p50: quantile(sorted, 0.5),
						...{ p99: quantile(sorted, 0.99), longest: quantile(sorted, 1) },
						silence: Math.round(silence),
					};
				}),
			};
		},
	};
};
