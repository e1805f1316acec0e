import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves the pages of `test/pages` at `http://localhost:port`. */
export interface PageServer {
	origin: string;
	/** Requests for pages, as `path sec-purpose`. */
	requests: string[];
	/** Answers a page that waits for `/signal`, now or whenever it asks. */
	signal: () => void;
	close: () => Promise<void>;
}

/** `%COLLECTOR%` in a page stands for the collector's origin. Unknown paths get the page `plain.html`. */
export const servePages = async (collectorOrigin: string): Promise<PageServer> => {
	const folder = new URL("../pages/", import.meta.url);
	let signals = 0;
	const waiting: (() => void)[] = [];
	const pages: PageServer = {
		origin: "",
		requests: [],
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
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		pages.requests.push(`${pathname} ${request.headers["sec-purpose"] ?? ""}`.trim());
		if (pathname === "/signal") {
			if (signals === 0) await new Promise<void>((go) => waiting.push(go));
			signals--;
		}
		const name = /^\/([\w-]+\.(html|js))$/.exec(pathname)?.[1] ?? "plain.html";
		const text = await readFile(new URL(name, folder), "utf8").catch(() => undefined);
		response.writeHead(text === undefined ? 404 : 200, {
			"content-type": `text/${name.endsWith(".js") ? "javascript" : "html"}; charset=utf-8`,
		});
		response.end(text?.replaceAll("%COLLECTOR%", collectorOrigin));
	});
	server.listen(0, "localhost");
	await once(server, "listening");
	pages.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	return pages;
};
