import http from "node:http";
import { pause } from "@footfall/shared/waiting/pause";
import { browserHeaders } from "./running-gateway.ts";

/** One reply: its status, 0 if the connection broke, and its latency. */
export interface Reply {
	id: string;
	status: number;
	ms: number;
}

export interface TrackLoad {
	replies: Reply[];
	/** Stops sending and waits for every answer. */
	stop(): Promise<Reply[]>;
}

export interface TrackLoadOptions {
	/** Senders, each of which sends its next event when the last is answered, over a keep-alive connection. */
	senders: number;
	siteId?: string;
	name?: string;
	/** Pause of each sender between a reply and the next event. */
	pauseMs?: number;
	/** The number of events to send in all. */
	most?: number;
	/** The timeout after which a connection counts as broken; 5 s by default. */
	patienceMs?: number;
}

const VISITORS = 250;
const PATIENCE_MS = 5_000;

/** Sends one event with an id of its own, as a browser would. Never rejects. */
export const sendEvent = (
	url: string,
	agent: http.Agent,
	{
		id,
		siteId,
		visitor,
		patienceMs = PATIENCE_MS,
	}: { id: string; siteId: string; visitor: number; patienceMs?: number | undefined },
): Promise<Reply> =>
	new Promise((resolve) => {
		// Each is a separate page load: their number per address is not limited.
		const page_id = id.slice(-32);
		const body = JSON.stringify({ type: "pageview", site_id: siteId, id, page_id, pathname: "/" });
		const sentAt = performance.now();
		const settle = (status: number) => resolve({ id, status, ms: performance.now() - sentAt });
		const request = http.request(
			`${url}/api/track`,
			{
				method: "POST",
				agent,
				headers: {
					...browserHeaders,
					"content-length": Buffer.byteLength(body),
					"x-forwarded-for": `81.2.69.${1 + (visitor % VISITORS)}`,
				},
			},
			(response) => {
				response.on("end", () => settle(response.statusCode ?? 0));
				response.on("error", () => settle(0));
				response.resume();
			},
		);
		request.setTimeout(patienceMs, () => request.destroy());
		request.on("error", () => settle(0));
		request.end(body);
	});

/** Sends events to a gateway until it is stopped. */
export const startTrackLoad = (url: string, options: TrackLoadOptions): TrackLoad => {
	const {
		senders,
		siteId = "1",
		name = "load",
		pauseMs = 0,
		most = Infinity,
		patienceMs,
	} = options;
	const agent = new http.Agent({ keepAlive: true, maxSockets: senders });
	const replies: Reply[] = [];
	let sent = 0;
	let isStopped = false;
	const send = async (sender: number) => {
		while (!isStopped && sent < most) {
			const id = `${name}-${sent++}`;
			replies.push(await sendEvent(url, agent, { id, siteId, visitor: sender, patienceMs }));
			if (pauseMs > 0) await pause(pauseMs);
		}
	};
	const sending = Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)));
	return {
		replies,
		stop: async () => {
			isStopped = true;
			await sending;
			agent.destroy();
			return replies;
		},
	};
};

/** The number of replies of each status, 0 for broken connections. */
export const statusesOf = (replies: readonly Reply[]): Record<number, number> => {
	const counts: Record<number, number> = {};
	for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
};

/** The latency quantile of these replies, in ms. */
export const quantileOf = (replies: readonly Reply[], share: number): number => {
	const sorted = replies.map(({ ms }) => ms).sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
