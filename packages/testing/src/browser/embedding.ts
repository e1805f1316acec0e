import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type RunningGateway, runGateway } from "../gateway/running-gateway.ts";
import { siteOf, snapshotWith } from "../gateway/site-snapshot.ts";
import { builtTracker } from "./built-tracker.ts";
import { launchChromium } from "./engines/chromium-path.ts";

/** A website that embeds the tracker, a gateway with the shipped tracker, and a browser that visits. */
export interface Embedding {
	gateway: RunningGateway;
	/** The website's origin, which differs from the gateway's. */
	origin: string;
	/** The requests of the last visit besides the page, as `gateway /api/track` or `website /stats/track`. */
	requests: string[];
	/** Opens the website's page `/shop?from=test` with this markup, in a new browser context. */
	visit(
		markup: string,
		headers?: Record<string, string>,
		context?: BrowserContextOptions,
	): Promise<Page>;
	/** Sends the event `sentinel`; returns what arrived before it as `type name path?query`, without engagement. */
	story(page: Page): Promise<string[]>;
	close(): Promise<void>;
}

/** Browsers under remote control report that, and would be taken for bots. */
const people = { blockBots: false };

/** A site with default settings, one with more captures, and one that records visits. */
export const SITES = {
	plain: siteOf({ ...people, siteId: 1 as SiteNumber, id: "0123456789ab" as SiteKey }),
	curious: siteOf({
		...people,
		siteId: 2 as SiteNumber,
		id: "ba9876543210" as SiteKey,
		webVitals: true,
		trackErrors: true,
	}),
	recorded: siteOf({
		...people,
		siteId: 3 as SiteNumber,
		id: "0a1b2c3d4e5f" as SiteKey,
		sessionReplay: true,
	}),
};

/** The paths that a website has to proxy to be the only host that its visitors see; docs/script-tag.md lists them. */
const PROXIED =
	/^\/stats(\/(track|identify|session-replay\/record\/.+|vitals\.js|replay\.js|s\/.+\.js|pixel\.gif|site\/tracking-config\/.+))$/;

const proxiedPath = (path: string): string | undefined => {
	if (path === "/stats/x.js") return `/api/script.js?siteId=${SITES.plain.id}`;
	const [, beside] = PROXIED.exec(path) ?? [];
	return beside === undefined ? undefined : `/api${beside}`;
};

export const startEmbedding = async (): Promise<Embedding> => {
	const trackerDirectory = mkdtempSync(join(tmpdir(), "footfall-tracker-"));
	for (const [name, code] of await builtTracker())
		writeFileSync(join(trackerDirectory, name), code);

	const gateway = await runGateway({
		trackerDirectory,
		snapshot: snapshotWith(Object.values(SITES)),
	});
	const browser: Browser = await launchChromium();
	let page = { markup: "", headers: {} };

	const website = http.createServer((request, response) => {
		const path = proxiedPath(request.url ?? "");
		if (path === undefined) {
			response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...page.headers });
			response.end(`<!doctype html><title>Shop</title>${page.markup}`);
			return;
		}
		const { method, headers, socket } = request;
		const onward = http.request(
			gateway.url + path,
			{ method, headers: { ...headers, "x-forwarded-for": socket.remoteAddress } },
			(answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		onward.on("error", () => response.destroy());
		request.pipe(onward);
	});
	website.listen(0, "localhost");
	await once(website, "listening");
	const origin = `http://localhost:${(website.address() as AddressInfo).port}`;

	const embedding: Embedding = {
		gateway,
		origin,
		requests: [],
		visit: async (markup, headers = {}, context = {}) => {
			page = { markup, headers };
			const opened = await (await browser.newContext(context)).newPage();
			const requests: string[] = [];
			embedding.requests = requests;
			opened.on("request", (request) => {
				const { origin: asked, pathname } = new URL(request.url());
				if (!request.isNavigationRequest())
					requests.push(`${asked === gateway.url ? "gateway" : "website"} ${pathname}`);
			});
			await opened.goto(`${origin}/shop?from=test`);
			return opened;
		},
		story: async (page) => {
			await page.evaluate("footfall.event('sentinel')");
			const events: QueuedEvent[] = [];
			while (!events.some(({ eventName }) => eventName === "sentinel"))
				events.push(...(await gateway.appended(1)));
			return events
				.filter(({ type, eventName }) => type !== "engagement" && eventName !== "sentinel")
				.map(({ type, eventName, pathname, querystring }) =>
					[type, eventName, pathname + querystring].filter(Boolean).join(" "),
				);
		},
		close: async () => {
			await browser.close();
			website.closeAllConnections();
			website.close();
			await gateway.stop();
			rmSync(trackerDirectory, { recursive: true });
		},
	};
	return embedding;
};
