import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import { startWebsite, type Website } from "@footfall/testing/dashboard/website";
import {
	type BadAnswerProxy,
	startBadAnswerProxy,
} from "@footfall/testing/network/bad-answer-proxy";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** Longer than the dashboard takes to notice that a part was not loaded. */
const SLOW_MS = 3000;

inEachBrowser((journey) => {
	let proxy: BadAnswerProxy;
	let website: Website;
	beforeAll(async () => {
		proxy = await startBadAnswerProxy(product.url);
		website = await startWebsite();
		website.delayMs = SLOW_MS;
	});
	afterAll(async () => {
		await proxy?.close();
		await website?.close();
	});

	it("a page that is left while a part of it is still on its way does not take the reader back", async () => {
		proxy.fail(/\/assets\/login-.*\.js$/, { kind: "hang" });
		const reader = await journey.visitor("about:blank");
		await reader.tab.evaluate(`location.href = ${JSON.stringify(`${proxy.url}/login`)}`);
		await reader.sees("status");
		await reader.tab.evaluate(`location.href = ${JSON.stringify(website.origin)}`);
		await reader.sees("heading", "Quill");
		expect((await reader.address()).origin).toBe(website.origin);
	});
});
