import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A website whose owner pastes the code that the dashboard shows. */
export interface Website {
	/** `http://localhost:port`: a different origin from the product's. */
	origin: string;
	/** Markup in the head of every page. */
	head: string;
	/** Markup in the body of every page. */
	body: string;
	/** How long each response takes. */
	delayMs: number;
	close(): Promise<void>;
}

/** A browser under remote control reports that, and would rightly be taken for a bot. */
const HIDE_REMOTE_CONTROL =
	'<script>Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false })</script>';

/** Serves the same page at every path; below `/robot` it does not hide that its browser is under remote control. */
export const startWebsite = async (): Promise<Website> => {
	const server = createServer((request, response) => {
		const isRobot = request.url?.startsWith("/robot");
		response.setHeader("content-type", "text/html; charset=utf-8");
		const page = `<!doctype html><html lang="en"><head><title>Quill</title>
${isRobot ? "" : HIDE_REMOTE_CONTROL}${website.head}</head><body><h1>Quill</h1>${website.body}</body></html>`;
		setTimeout(() => response.end(page), website.delayMs);
	});
	const website: Website = {
		origin: "",
		head: "",
		body: "",
		delayMs: 0,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	server.listen(0, "localhost");
	await once(server, "listening");
	website.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	return website;
};
