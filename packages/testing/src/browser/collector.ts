import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { scriptVariant } from "@footfall/gateway/testing";
import type { ClientEvent } from "@footfall/shared/event";
import {
	SCRIPT_SETTINGS_PLACEHOLDER,
	type TrackingConfiguration,
} from "@footfall/shared/tracking-configuration";
import type { RecordedEvent } from "footfall-tracker/testing";
import { builtTracker } from "./built-tracker.ts";
import { type CollectedBatch, readCollectedBatch } from "./collected-batch.ts";
import { checkSentBody, readSentBody, type SentIdentify } from "./sent-body.ts";

export interface CollectedRequest {
	method: string;
	/** With the query. */
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** How the next requests to `/api/track` are answered. */
export interface CollectorRefusal {
	status: number;
	headers?: Record<string, string>;
	/** Empty by default: the tracker logs the gateway's reason for a final refusal. */
	text?: string;
}

type Reply = [status: number, body: string, headers?: Record<string, string> | undefined];

/** A stand-in for the gateway that remembers the requests and rejects what the schema rejects. */
export interface Collector {
	/** `http://127.0.0.1:port`: a different origin from the pages', as in most installations. */
	origin: string;
	requests: CollectedRequest[];
	/** The events that were accepted, each id once, in the order of their arrival. */
	events: ClientEvent[];
	/** The accepted identifies, including repeats, in the order of their arrival. */
	identifies: SentIdentify[];
	/** Each accepted event as `type name path?query`, in the order in which its page sent it; without sentinels and engagement. */
	story: () => string[];
	/** Resolves to the first accepted event, past or future, that satisfies the predicate. */
	event: (is: (event: ClientEvent) => boolean) => Promise<ClientEvent>;
	/** Resolves to the first accepted identify, past or future, that satisfies the predicate. */
	identify: (is: (identify: SentIdentify) => boolean) => Promise<SentIdentify>;
	/** Resolves to the first request, past or future, that satisfies the predicate. */
	request: (is: (request: CollectedRequest) => boolean) => Promise<CollectedRequest>;
	/** Waits for the custom event `sentinel` number `nth` and every event before it on its page. */
	sentinel: (nth?: number) => Promise<void>;
	/** Answers the next requests for events with these instead of storing. */
	refuseNext: (...refusals: CollectorRefusal[]) => void;
	/** The accepted batches of recordings. */
	batches: CollectedBatch[];
	/** Resolves once all events of the accepted batches, by time, satisfy the predicate. */
	recording: (is: (events: readonly RecordedEvent[]) => boolean) => Promise<RecordedEvent[]>;
	/** Answers the next batches with these instead of accepting them. */
	refuseBatches: (...refusals: CollectorRefusal[]) => void;
	/** The response to batches. */
	batchAnswer: string;
	/** Whether requests for events are left without a response; they are recorded as requests only. */
	isMute: boolean;
	/** Whether every connection is closed before a request is read, as without a network. */
	isAway: boolean;
	/** Whether the connection is closed after this body has been read. */
	breakOff: ((body: string) => boolean) | undefined;
	/** Scripts to serve in addition to the tracker's, by path. */
	scripts: Map<string, string>;
	/** The settings that sites receive; undefined = 404. */
	settings: TrackingConfiguration | undefined;
	reset: () => void;
	close: () => Promise<void>;
}

export const everythingOff: TrackingConfiguration = {
	type: "web",
	sessionReplay: false,
	webVitals: false,
	trackErrors: false,
	trackOutbound: false,
	trackUrlParams: false,
	trackUrlFragments: false,
	trackInitialPageView: false,
	trackSpaNavigation: false,
	trackButtonClicks: false,
	trackCopy: false,
	trackFormInteractions: false,
	trackDownloads: false,
	featureFlagsEnabled: false,
	largeProperties: false,
	errorHosts: [],
};

/** A new site's settings. */
export const defaultConfiguration: TrackingConfiguration = {
	...everythingOff,
	trackOutbound: true,
	trackUrlParams: true,
	trackInitialPageView: true,
	trackSpaNavigation: true,
};

const isSentinel = (event: ClientEvent) => event.event_name === "sentinel";

export const startCollector = async (): Promise<Collector> => {
	const files = await builtTracker();
	const waiting = new Set<() => void>();
	let refusals: CollectorRefusal[] = [];
	let batchRefusals: CollectorRefusal[] = [];

	const scriptFor = (query: URLSearchParams, product: string) => {
		const siteId = query.get("siteId");
		if (!siteId && !product) return files.get("script-rybbit.js") ?? "";
		const { file, settings } =
			siteId && collector.settings
				? scriptVariant(siteId, collector.settings, product)
				: { file: product ? `script-${product}.js` : "script.js", settings: "null" };
		return (files.get(file) ?? "").replace(SCRIPT_SETTINGS_PLACEHOLDER, settings);
	};

	/** Answers as the gateway does: the compact form without a body, or with the reasons for what it refuses. */
	const takeEntries = (body: string): Reply => {
		const sent = readSentBody(body);
		const { accepted, identified, reasons } = checkSentBody(sent);
		for (const event of accepted)
			if (!collector.events.some(({ id }) => id === event.id)) collector.events.push(event);
		collector.identifies.push(...identified);
		const text = reasons.join("\n");
		const isLost = accepted.length + identified.length === 0;
		if (!sent.isCompact) return isLost ? [400, text] : [200, '{"success":true}'];
		if (reasons.length === 0) return [204, ""];
		return [isLost ? 422 : 200, text];
	};

	const answer = (request: CollectedRequest, bytes: Buffer): Reply => {
		const url = new URL(request.path, collector.origin);
		if (request.method === "OPTIONS") return [204, ""];
		const [isScript, product = ""] = /^\/api\/script(?:-(\w+))?\.js$/.exec(url.pathname) ?? [];
		if (isScript)
			return [200, scriptFor(url.searchParams, product), { "content-type": "text/javascript" }];
		const file =
			collector.scripts.get(url.pathname) ?? files.get(url.pathname.slice("/api/".length));
		if (url.pathname.endsWith(".js"))
			return [200, file ?? "", { "content-type": "text/javascript" }];
		if (url.pathname.startsWith("/api/site/tracking-config/"))
			return collector.settings
				? [200, JSON.stringify(collector.settings)]
				: [404, '{"error":"Site not found"}'];
		if (url.pathname === "/api/track") {
			const refusal = refusals.shift();
			if (refusal) return [refusal.status, refusal.text ?? "", refusal.headers];
		}
		if (url.pathname === "/api/track" || url.pathname === "/api/identify")
			return takeEntries(request.body);
		if (url.pathname === "/api/session-replay/record/1") {
			const refusal = batchRefusals.shift();
			if (refusal) return [refusal.status, "{}", refusal.headers];
			collector.batches.push(readCollectedBatch(bytes));
			return [200, collector.batchAnswer];
		}
		return [200, '{"success":true}'];
	};

	const server = createServer(async (incoming, response) => {
		if (collector.isAway) {
			incoming.socket.destroy();
			return;
		}
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk);
		const bytes = Buffer.concat(chunks);
		const request: CollectedRequest = {
			method: incoming.method ?? "",
			path: incoming.url ?? "",
			headers: incoming.headers,
			body: bytes.toString(),
		};
		if (collector.isMute && request.path === "/api/track") {
			collector.requests.push(request);
			for (const look of [...waiting]) look();
			return;
		}
		if (collector.breakOff?.(request.body)) {
			incoming.socket.destroy();
			return;
		}
		let reply: Reply;
		try {
			reply = answer(request, bytes);
		} catch (fault) {
			reply = [400, `${fault}`];
		}
		collector.requests.push(request);
		const [status, body, headers] = reply;
		response.writeHead(status, {
			"access-control-allow-origin": "*",
			"access-control-expose-headers": "Retry-After",
			"cache-control": "no-store",
			...headers,
		});
		response.end(body);
		for (const look of [...waiting]) look();
	});

	/** Checks now and after every request. */
	const until = <Found>(find: () => Found | undefined) =>
		new Promise<Found>((resolve, reject) => {
			const timer = setTimeout(() => {
				const seen = collector.requests.map(
					({ method, path, body }) => `${method} ${path} ${body.slice(0, 200)}`,
				);
				reject(new Error(`Nothing of the kind within 45 s, but:\n${seen.join("\n")}`));
			}, 45_000);
			const look = () => {
				const found = find();
				if (found === undefined) return;
				waiting.delete(look);
				clearTimeout(timer);
				resolve(found);
			};
			waiting.add(look);
			look();
		});

	const collector: Collector = {
		origin: "",
		requests: [],
		events: [],
		identifies: [],
		story: () =>
			[...collector.events]
				.filter((event) => !isSentinel(event) && event.type !== "engagement")
				.map((event) => ({ event, first: pageOrder(event) }))
				.sort((a, b) => a.first - b.first || (a.event.seq ?? 0) - (b.event.seq ?? 0))
				.map(({ event }) =>
					[event.type, event.event_name, `${event.pathname}${event.querystring}`]
						.filter(Boolean)
						.join(" "),
				),
		event: (is) => until(() => collector.events.find(is)),
		identify: (is) => until(() => collector.identifies.find(is)),
		request: (is) => until(() => collector.requests.find(is)),
		sentinel: (nth = 1) =>
			until(() => {
				const sentinel = collector.events.filter(isSentinel)[nth - 1];
				const before = collector.events.filter(
					({ page_id, seq = 0 }) => page_id === sentinel?.page_id && seq < (sentinel?.seq ?? 0),
				);
				return sentinel && before.length === sentinel.seq ? true : undefined;
			}).then(() => undefined),
		refuseNext: (...more) => {
			refusals.push(...more);
		},
		batches: [],
		recording: (is) =>
			until(() => {
				const events = collector.batches
					.flatMap((batch) => batch.events)
					.sort((one, other) => one.timestamp - other.timestamp);
				return is(events) ? events : undefined;
			}),
		refuseBatches: (...more) => {
			batchRefusals.push(...more);
		},
		batchAnswer: '{"success":true}',
		isMute: false,
		isAway: false,
		breakOff: undefined,
		scripts: new Map(),
		settings: defaultConfiguration,
		reset: () => {
			collector.requests.length = 0;
			collector.events.length = 0;
			collector.identifies.length = 0;
			collector.batches.length = 0;
			collector.batchAnswer = '{"success":true}';
			collector.settings = defaultConfiguration;
			collector.isMute = false;
			collector.isAway = false;
			collector.breakOff = undefined;
			collector.scripts.clear();
			refusals = [];
			batchRefusals = [];
			waiting.clear();
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	const pageOrder = ({ page_id }: ClientEvent) =>
		collector.events.findIndex((event) => event.page_id === page_id);

	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	collector.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return collector;
};
