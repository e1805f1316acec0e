import { eventsIn, listen, openToAll, posted, serveScript } from "./delivery-servers.mjs";
import { soakPage, textOf } from "./soak-page.mjs";

/** How long requests fail, and how long they succeed, alternating. */
const ON_MS = 3_000;
const OFF_MS = 4_000;
const RETRY_AFTER_S = 2;

/** Ways to break a request, one for each period of blocking. */
const ways = {
	destroyed: (response) => response.destroy(),
	"answered 503": (response) =>
		response
			.writeHead(503, {
				...openToAll,
				"access-control-expose-headers": "retry-after",
				"retry-after": RETRY_AFTER_S,
			})
			.end(),
	"held until the blocker went": (response, held) => held.add(response),
};
const names = Object.keys(ways);

/**
 * Two origins: pages that send events by themselves, and the tracker's collector, whose requests a blocker breaks from
 * time to time. Its script is always served, and requests broken by the blocker count as never arrived.
 */
export const startSoakServers = async (script, timing) => {
	/** How often each event arrived, by page and number. */
	const arrived = new Map();
	/** By the tracker's id, for any event. */
	const timesById = new Map();
	const altered = [];
	/** By page and number of an event, what happened to the last request that the blocker broke. */
	const broken = new Map();
	const held = new Set();
	let breaking;
	let phase = 0;
	let timer;

	const toggle = () => {
		const isOn = phase++ % 2 === 0;
		breaking = isOn ? names[Math.floor(phase / 2) % names.length] : undefined;
		if (!isOn) for (const response of held) response.destroy();
		if (!isOn) held.clear();
		timer = setTimeout(toggle, isOn ? ON_MS : OFF_MS);
	};
	const take = ({ page_id, seq, event_name, properties }) => {
		const id = `${page_id} ${seq}`;
		timesById.set(id, (timesById.get(id) ?? 0) + 1);
		if (event_name !== "soak") return;
		const { page, nth, text } = JSON.parse(properties);
		arrived.set(`${page} ${nth}`, id);
		if (text !== textOf(nth)) altered.push(`${page} ${nth}`);
	};

	const collector = await listen(async (request, response) => {
		const body = await posted(request);
		if (breaking && request.url === "/api/rare.js") response.destroy();
		else if (serveScript(request, response, script)) return;
		else if (body === undefined) response.writeHead(200, openToAll).end();
		else if (breaking) {
			for (const { event_name, properties } of eventsIn(body)) {
				if (event_name !== "soak") continue;
				const { page, nth } = JSON.parse(properties);
				broken.set(`${page} ${nth}`, breaking);
			}
			ways[breaking](response, held);
		} else {
			eventsIn(body).forEach(take);
			response.writeHead(204, openToAll).end();
		}
	}, "127.0.0.1");
	const pages = await listen((request, response) => {
		const acts = request.url.includes("window=");
		response
			.writeHead(200, { "content-type": "text/html", "cache-control": "no-store" })
			.end(soakPage(collector.origin, { ...timing, acts }));
	}, "localhost");
	toggle();

	return {
		origin: pages.origin,
		altered,
		/** What happened to the request that carried an event. */
		outcome: (page, nth) => broken.get(`${page} ${nth}`) ?? "never came",
		hasArrived: (page, nth) => arrived.has(`${page} ${nth}`),
		/** How many arrivals were repeats. */
		repeated: () => [...timesById.values()].reduce((sum, times) => sum + times - 1, 0),
		/** Breaks nothing from now on. */
		unblock: () => {
			clearTimeout(timer);
			breaking = undefined;
			for (const response of held) response.destroy();
			held.clear();
		},
		close: () => {
			for (const { server } of [collector, pages]) {
				server.closeAllConnections();
				server.close();
			}
		},
	};
};
