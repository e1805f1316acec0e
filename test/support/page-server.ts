import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves the pages of `test/pages` at `http://localhost:port`. */
export interface PageServer {
	origin: string;
	/** Requests for pages, as `path sec-purpose`. */
	requests: string[];
	close: () => Promise<void>;
}

/** `%COLLECTOR%` in a page stands for the collector's origin. Unknown paths get the page `plain.html`. */
export const servePages = async (collectorOrigin: string): Promise<PageServer> => {
	const folder = new URL("../pages/", import.meta.url);
	const pages: PageServer = {
		origin: "",
		requests: [],
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		pages.requests.push(`${pathname} ${request.headers["sec-purpose"] ?? ""}`.trim());
		const name = /^\/([\w-]+\.html)$/.exec(pathname)?.[1] ?? "plain.html";
		const text = await readFile(new URL(name, folder), "utf8").catch(() => undefined);
		response.writeHead(text === undefined ? 404 : 200, {
			"content-type": "text/html; charset=utf-8",
		});
		response.end(text?.replaceAll("%COLLECTOR%", collectorOrigin));
	});
	server.listen(0, "localhost");
	await once(server, "listening");
	pages.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	return pages;
};
