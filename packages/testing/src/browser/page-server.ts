import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves the pages of `test/pages` at `http://localhost:port`. */
export interface PageServer {
	origin: string;
	/** Requests for pages, as `path sec-purpose`. */
	requests: string[];
	/** Code that every page runs before its own. */
	before: string;
	/** The replacement for `%TAG%` in a page. */
	tag: string;
	/** Headers that every page has. */
	headers: Record<string, string>;
	/** Releases a page that waits for `/signal`, now or whenever it requests it. */
	signal: () => void;
	close: () => Promise<void>;
}

/**
 * `%COLLECTOR%` in a page is replaced by the collector's origin; its paths are also served as `/stats/…`, as a site's
 * own proxy does. A page with `%WAIT%` is sent up to there, and the rest of it once it is signalled. Unknown paths get
 * the page `plain.html`.
 */
export const servePages = async (collectorOrigin: string): Promise<PageServer> => {
	const folder = new URL("../../../../test/pages/", import.meta.url);
	let signals = 0;
	const waiting: (() => void)[] = [];
	const pages: PageServer = {
		origin: "",
		requests: [],
		before: "",
		tag: "",
		headers: {},
		signal: () => {
			signals++;
			for (const go of waiting.splice(0)) go();
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};

	const signalled = async () => {
		if (signals === 0) await new Promise<void>((go) => waiting.push(go));
		signals--;
	};

	const passOn = (incoming: IncomingMessage, response: ServerResponse, path: string) => {
		const outgoing = request(
			collectorOrigin + path,
			{ method: incoming.method, headers: incoming.headers },
			(answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		outgoing.on("error", () => response.writeHead(502).end());
		incoming.pipe(outgoing);
	};

	const server = createServer(async (incoming, response) => {
		const { pathname, search } = new URL(incoming.url ?? "/", "http://localhost");
		if (pathname.startsWith("/stats/"))
			return passOn(incoming, response, pathname.replace("/stats", "/api") + search);
		pages.requests.push(`${pathname} ${incoming.headers["sec-purpose"] ?? ""}`.trim());
		if (pathname === "/signal") await signalled();
		const name = /^\/([\w-]+\.(html|js))$/.exec(pathname)?.[1] ?? "plain.html";
		const text = await readFile(new URL(name, folder), "utf8").catch(() => undefined);
		response.writeHead(text === undefined ? 404 : 200, {
			"content-type": `text/${name.endsWith(".js") ? "javascript" : "html"}; charset=utf-8`,
			...pages.headers,
		});
		const first = pages.before && `<!doctype html><script>${pages.before}</script>`;
		const page = text?.replace("%TAG%", pages.tag).replaceAll("%COLLECTOR%", collectorOrigin);
		const [now, later] = (page ?? "").split("%WAIT%");
		const begun = now?.replace("<!doctype html>", (type) => first || type);
		if (later !== undefined) {
			response.write(begun);
			await signalled();
		}
		response.end(later ?? (name.endsWith(".html") ? begun : page));
	});
	server.listen(0, "localhost");
	await once(server, "listening");
	pages.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	return pages;
};
