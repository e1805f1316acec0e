import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { it } from "vitest";

inEveryEngine((stage) => {
	it("measures", async () => {
		const times: number[] = [];
		for (let i = 0; i < 5; i++) {
			const page = await stage.open("/tag.html");
			await stage.collector.event(({ type }) => type === "pageview");
			times.push(
				await page.evaluate<number>(
					"(() => { const t = performance.now(); for (let i = 0; i < 2000; i++) footfall.event('e' + i, { i, plan: 'pro' }); return performance.now() - t; })()",
				),
			);
			await page.close();
			stage.collector.reset();
		}
		console.log("EVENTS", times.map((t) => t.toFixed(1)).join(" "));
	});
});
