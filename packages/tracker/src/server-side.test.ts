import { expect, it } from "vitest";
import { init, mountAnalytics } from "./auto.ts";
import * as footfall from "./index.ts";
import { analytics } from "./vue.ts";

it("the module can be started and called on a server without any effect", () => {
	footfall.init({ siteId: "1", host: "/api", captures: [footfall.initialPageview] });
	for (let call = 0; call < 1000; call++) footfall.event("signup");
	footfall.pageview();
	footfall.identify("u1");
	expect(footfall.getUserId()).toBe(null);
	footfall.optOut();
	footfall.optIn();
	footfall.onPageChange(() => {})();
	footfall.shutdown();
});

it("applications with the tracker can be mounted and unmounted on a server without any effect", () => {
	init({ siteId: "1" });
	mountAnalytics({ siteId: "1" })();
	const unmounted: (() => void)[] = [];
	analytics.install({ onUnmount: (call) => unmounted.push(call) }, { siteId: "1" });
	for (const call of unmounted) call();
	expect("footfall" in globalThis).toBe(false);
});
