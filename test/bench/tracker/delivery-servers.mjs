import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { isCompact, readCompactBody } from "@footfall/gateway/compact-body";

/** How long the slow servers take to answer, in ms: a visitor is gone long before. */
export const ANSWER_MS = 300;

/** A server on a free port, and its origin. */
export const listen = async (answer, host) => {
	const server = createServer(answer);
	server.listen(0, host);
	await once(server, "listening");
	return { server, origin: `http://${host}:${server.address().port}` };
};

/** The body of a POST; undefined for any other request, which is answered at once. */
export const posted = async (request) => {
	let body = "";
	// A chunk may end within a character.
	for await (const chunk of request.setEncoding("utf8")) body += chunk;
	return request.method === "POST" ? body : undefined;
};

const slowly = (response, headers) =>
	setTimeout(() => response.writeHead(204, headers).end(), ANSWER_MS);

/** The events of a body in the documented or in the compact form. */
export const eventsIn = (body) => {
	const value = JSON.parse(body);
	const compact = isCompact(value) ? readCompactBody(value) : undefined;
	if (compact === undefined) return value.events;
	return compact.entries.map((entry) => compact.decode(entry).candidate);
};

/** Headers with which pages of every origin may read an answer. */
export const openToAll = {
	"access-control-allow-origin": "*",
	"access-control-allow-headers": "content-type",
	"cache-control": "no-store",
};

const rare = readFileSync(
	new URL("../../../packages/tracker/dist/rare.js", import.meta.url),
	"utf8",
);

/** Answers a request for the tracker's script or its lazy chunk; returns whether it was one. */
export const serveScript = ({ url }, response, script) => {
	const code = url.startsWith("/api/script.js") ? script : url === "/api/rare.js" && rare;
	if (code) response.writeHead(200, { ...openToAll, "content-type": "text/javascript" }).end(code);
	return !!code;
};

/** A page with the tag and the rival, which reports the leave to its server as most trackers do: in JSON. */
const page = (collector, rival) => `<!doctype html><title>A page to be left</title>
<link rel="icon" href="data:,">
<script src="${collector}/api/script.js?siteId=1" defer></script>
<a id="out" href="${collector}/elsewhere">Elsewhere</a>
<script>
	let isTold = false;
	const tell = () => {
		if (isTold) return;
		isTold = true;
		fetch("${rival}/leave/" + location.pathname.slice(1), {
			method: "POST", keepalive: true, body: "{}", headers: { "content-type": "application/json" },
		}).catch(() => {});
	};
	addEventListener("visibilitychange", () => { if (document.hidden) tell(); });
	addEventListener("pagehide", tell);
</script>`;

/**
 * Three origins: the pages, one for each leave (`/leave-7`), the tracker's collector, and that of a rival that sends
 * the same in `application/json`. Each leave has a rival URL of its own, since browsers forget a preflight between the
 * visits of a real visitor.
 */
export const startServers = async (script) => {
	/** The sequence numbers that arrived, by page id. */
	const tracked = new Map();
	const finals = new Set();
	const viewed = new Set();
	const told = new Set();
	const waiting = new Map();

	const take = ({ pathname, page_id, seq, type }) => {
		const name = pathname.slice(1);
		const seen = tracked.get(page_id) ?? new Map();
		tracked.set(page_id, seen.set(seq, (seen.get(seq) ?? 0) + 1));
		if (type === "engagement") finals.add(name);
		if (type !== "pageview") return;
		viewed.add(name);
		waiting.get(name)?.();
	};

	const collector = await listen(async (request, response) => {
		const body = await posted(request);
		if (serveScript(request, response, script)) return;
		if (body === undefined) response.writeHead(200, openToAll).end();
		else {
			eventsIn(body).forEach(take);
			slowly(response, openToAll);
		}
	}, "127.0.0.1");
	const rival = await listen(async (request, response) => {
		const body = await posted(request);
		if (body !== undefined) told.add(request.url.slice("/leave/".length));
		slowly(response, openToAll);
	}, "127.0.0.1");
	const pages = await listen(
		(_request, response) =>
			response
				.writeHead(200, { "content-type": "text/html" })
				.end(page(collector.origin, rival.origin)),
		"localhost",
	);

	return {
		origin: pages.origin,
		/** Resolves when the view of that page has arrived. */
		viewOf: (name) =>
			viewed.has(name) ? Promise.resolve() : new Promise((seen) => waiting.set(name, seen)),
		finals,
		told,
		/** By the numbers that pages give their events: how many are missing below the highest, and how many came twice. */
		gaps: () => {
			let missing = 0;
			let twice = 0;
			for (const seen of tracked.values()) {
				missing += Math.max(...seen.keys()) + 1 - seen.size;
				for (const times of seen.values()) twice += times - 1;
			}
			return { missing, twice };
		},
		close: () => {
			for (const { server } of [collector, rival, pages]) {
				server.closeAllConnections();
				server.close();
			}
		},
	};
};
