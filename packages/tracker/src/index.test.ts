// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let init: typeof import("./index.ts").init;

// A page has one tracker, so each test gets a module of its own.
beforeEach(async () => {
	vi.resetModules();
	({ init } = await import("./index.ts"));
});

afterEach(() => {
	vi.unstubAllGlobals();
	delete window.footfall;
});

const bodies: string[] = [];
const collect = () => {
	bodies.length = 0;
	vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
		bodies.push(body);
		return new Response("{}");
	});
};

describe("the module", () => {
	it("starts the page's one tracker, however often it is asked", async () => {
		collect();
		const options = { siteId: "1", host: "https://stats.example/api" };
		const first = init(options);
		expect(init(options)).toBe(first);
		expect(window.footfall).toBe(first);
		await Promise.resolve();
		expect(bodies.map((body) => JSON.parse(body).events.length)).toEqual([1]);
		first.stop();
	});

	it("makes the calls that waited for it", () => {
		collect();
		const page: { footfall?: unknown } = window;
		page.footfall = { q: [["identify", "u1"]] };
		const api = init({ siteId: "1", host: "https://stats.example/api", captures: [] });
		expect(api.getUserId()).toBe("u1");
		api.clearUserId();
		api.stop();
	});

	it("takes an element of the same name for nothing", async () => {
		collect();
		const page: { footfall?: unknown } = window;
		page.footfall = document.createElement("div");
		init({ siteId: "1", host: "https://stats.example/api" }).stop();
		await Promise.resolve();
		expect(bodies).toHaveLength(1);
	});

	it("knows the events of a site by their types", () => {
		collect();
		const api = init<{ signup: { plan: string }; logout: undefined }>({
			siteId: "1",
			host: "/api",
			captures: [],
		});
		api.event("signup", { plan: "pro" });
		api.event("logout");
		// @ts-expect-error a property of another type
		api.event("signup", { plan: 3 });
		// @ts-expect-error no event of this site
		api.event("sign-up");
		api.stop();
	});
});
