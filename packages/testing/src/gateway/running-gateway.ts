import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Gateway, type GatewayOptions, startGateway } from "@footfall/gateway";
import { type EmbeddedQueue, openEmbeddedQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { decodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import {
	decodeQueuedIdentify,
	isQueuedIdentify,
	type QueuedIdentify,
} from "@footfall/shared/queued-identify";
import {
	decodeQueuedQuarantine,
	isQueuedQuarantine,
	type QueuedQuarantine,
} from "@footfall/shared/queued-quarantine";
import {
	decodeQueuedReplay,
	isQueuedReplay,
	type QueuedReplay,
} from "@footfall/shared/queued-replay";
import {
	CHANGES_MANIPULATION,
	CHANGES_STATUS,
	type ConfigurationChanges,
	type ConfigurationSnapshot,
} from "@footfall/shared/site";
import { snapshotWith } from "./site-snapshot.ts";

export interface StubBackend {
	origin: string;
	/** The header in which it reports a damaged event store. */
	storeDamage?: string;
	/** The text that it publishes from now on: a snapshot, or any other. */
	publish(snapshot: ConfigurationSnapshot | string): void;
	/** Publishes the snapshot, and sends these changes to a gateway that has the previous version. */
	publishChanges(snapshot: ConfigurationSnapshot, changes: ConfigurationChanges | string): void;
	/** Answers everything except the snapshot and the reports of outcomes. */
	answer: http.RequestListener;
	/** Receives the reports of outcomes. */
	outcomes: http.RequestListener;
	snapshotRequests(): number;
	/** How often each status was sent in response to them. */
	snapshotStatuses(): Readonly<Record<number, number>>;
	close(): Promise<void>;
}

/** A backend that publishes a snapshot, and otherwise answers as configured. */
export const startBackend = async (
	published: ConfigurationSnapshot | string = snapshotWith(),
	port = 0,
): Promise<StubBackend> => {
	let current = published;
	let changes: { since: string; text: string } | undefined;
	let snapshotRequests = 0;
	const statuses: Record<number, number> = {};
	const server = http.createServer((request, response) => {
		if (request.url === "/internal/outcomes") return backend.outcomes(request, response);
		if (request.url !== "/internal/configuration") return backend.answer(request, response);
		snapshotRequests++;
		response.once("finish", () => {
			statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
		});
		if (backend.storeDamage) response.setHeader("X-Footfall-Store-Damage", backend.storeDamage);
		if (typeof current === "string") return response.end(current);
		const etag = `"${current.version}"`;
		const { "if-none-match": known, "a-im": manipulation } = request.headers;
		if (known === etag) response.writeHead(304).end();
		else if (
			changes !== undefined &&
			changes.since === known &&
			manipulation === CHANGES_MANIPULATION
		)
			response
				.writeHead(CHANGES_STATUS, { ETag: etag, IM: CHANGES_MANIPULATION, "Delta-Base": known })
				.end(changes.text);
		else response.setHeader("ETag", etag).end(JSON.stringify(current));
	});
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const backend: StubBackend = {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		publish: (snapshot) => {
			current = snapshot;
			changes = undefined;
		},
		publishChanges: (snapshot, sent) => {
			if (typeof current === "string") throw new Error("There is no version before this one");
			const text = typeof sent === "string" ? sent : JSON.stringify(sent);
			changes = { since: `"${current.version}"`, text };
			current = snapshot;
		},
		answer: (_request, response) => response.writeHead(404).end(),
		outcomes: (_request, response) => response.writeHead(204).end(),
		snapshotRequests: () => snapshotRequests,
		snapshotStatuses: () => statuses,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return backend;
};

export interface RunningGateway {
	url: string;
	port: number;
	gateway: Gateway;
	backend: StubBackend;
	queue: EmbeddedQueue;
	dataDirectory: string;
	/** Resolves with what was appended since the last call, once there is the given number of events. */
	appended(count: number): Promise<QueuedEvent[]>;
	/** The same for records about users. */
	identified(count: number): Promise<QueuedIdentify[]>;
	/** The same for chunks of replays. */
	recorded(count: number): Promise<QueuedReplay[]>;
	/** The same for quarantined events. */
	quarantined(count: number): Promise<QueuedQuarantine[]>;
	/** The value of a metric, with its labels as in the text. */
	metric(name: string): Promise<number>;
	stop(): Promise<void>;
}

/** A listening gateway with a real queue and a small backend; ready, unless its snapshot is invalid. */
export const runGateway = async (
	changes: Partial<GatewayOptions> & { snapshot?: ConfigurationSnapshot | string } = {},
): Promise<RunningGateway> => {
	const { snapshot, ...options } = changes;
	const dataDirectory = mkdtempSync(join(tmpdir(), "footfall-gateway-"));
	const backend = await startBackend(snapshot);
	const queue = openEmbeddedQueue({ directory: join(dataDirectory, "queue"), pollMs: 5 });
	const gateway = await startGateway({
		host: "127.0.0.1",
		port: 0,
		dataDirectory,
		secret: "secret",
		trustProxy: ["loopback"],
		producer: queue.producer(),
		backend: { origin: backend.origin },
		internalToken: "token",
		trackerDirectory: dataDirectory,
		log: silentLogger,
		...options,
	});
	if (typeof snapshot !== "string") await gateway.ready;

	const arrived: QueuedEvent[] = [];
	const identified: QueuedIdentify[] = [];
	const recorded: QueuedReplay[] = [];
	const quarantined: QueuedQuarantine[] = [];
	let look = () => {};
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 1000 });
	consumer.start({
		assigned: async () => {},
		revoked: async () => {},
		damaged: () => {},
		handle: async ({ records }) => {
			for (const { value } of records) {
				if (isQueuedIdentify(value)) identified.push(decodeQueuedIdentify(value));
				else if (isQueuedReplay(value)) recorded.push(decodeQueuedReplay(value));
				else if (isQueuedQuarantine(value)) quarantined.push(decodeQueuedQuarantine(value));
				else arrived.push(decodeQueuedEvent(value));
			}
			look();
		},
	});

	const taken = <Read>(from: Read[], count: number) =>
		new Promise<Read[]>((resolve) => {
			look = () => {
				if (from.length < count) return;
				look = () => {};
				resolve(from.splice(0, from.length));
			};
			look();
		});

	return {
		url: `http://127.0.0.1:${gateway.port}`,
		port: gateway.port,
		gateway,
		backend,
		queue,
		dataDirectory,
		appended: (count) => taken(arrived, count),
		identified: (count) => taken(identified, count),
		recorded: (count) => taken(recorded, count),
		quarantined: (count) => taken(quarantined, count),
		metric: async (name) => {
			const text = await (await fetch(`http://127.0.0.1:${gateway.port}/metrics`)).text();
			const line = text.split("\n").find((each) => each.startsWith(`${name} `));
			return Number(line?.slice(name.length + 1) ?? Number.NaN);
		},
		stop: async () => {
			await gateway.close();
			await backend.close();
			await queue.close();
			rmSync(dataDirectory, { recursive: true, force: true });
		},
	};
};

/** The headers of a browser's cross-origin text request. */
export const browserHeaders = {
	"user-agent":
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	accept: "*/*",
	"accept-language": "en-GB,en;q=0.9",
	"accept-encoding": "gzip, deflate, br, zstd",
	"sec-fetch-site": "cross-site",
	"sec-fetch-mode": "cors",
	"content-type": "text/plain;charset=UTF-8",
	origin: "https://shop.example",
};
