import { expect, it } from "vitest";
import * as footfall from "./index.ts";

it("on a server the module can be started and called, and nothing happens", () => {
	footfall.init({ siteId: "1", host: "/api", captures: [footfall.initialPageview] });
	for (let call = 0; call < 1000; call++) footfall.event("signup");
	footfall.pageview();
	footfall.identify("u1");
	expect(footfall.getUserId()).toBe(null);
	footfall.shutdown();
});
