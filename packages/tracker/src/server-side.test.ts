import { expect, it } from "vitest";
import { init } from "./index.ts";

it("on a server the module can be started and called, and nothing happens", () => {
	const api = init({ siteId: "1", host: "/api" });
	api.pageview();
	api.event("signup");
	api.identify("u1");
	expect(api.getUserId()).toBe(null);
});
