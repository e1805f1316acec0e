import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import {
	type BadAnswerProxy,
	startBadAnswerProxy,
} from "@footfall/testing/network/bad-answer-proxy";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** Longer than the dashboard takes to notice that a part was not loaded. */
const SLOW_MS = 3000;

/** A website that takes its time to answer. */
const startSlowWebsite = async () => {
	const server = createServer((_, response) => {
		setTimeout(() => {
			response.setHeader("content-type", "text/html");
			response.end("<!doctype html><title>Slow</title><h1>Elsewhere</h1>");
		}, SLOW_MS);
	});
	server.listen(0, "localhost");
	await once(server, "listening");
	return server;
};

inEachBrowser((journey) => {
	let proxy: BadAnswerProxy;
	let slow: Server;
	beforeAll(async () => {
		proxy = await startBadAnswerProxy(product.url);
		slow = await startSlowWebsite();
	});
	afterAll(async () => {
		await proxy?.close();
		slow?.closeAllConnections();
		slow?.close();
	});

	it("a page that is left while a part of it is still on its way does not take the reader back", async () => {
		proxy.fail(/\/assets\/login-.*\.js$/, { kind: "hang" });
		const reader = await journey.visitor("about:blank");
		await reader.tab.evaluate(`location.href = ${JSON.stringify(`${proxy.url}/login`)}`);
		await reader.sees("status");
		const { port } = slow.address() as AddressInfo;
		await reader.tab.evaluate(`location.href = "http://localhost:${port}/"`);
		await reader.sees("heading", "Elsewhere");
		expect((await reader.address()).port).toBe(String(port));
	});
});
