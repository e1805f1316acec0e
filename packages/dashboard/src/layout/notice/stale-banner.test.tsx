// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestFailure } from "../../api/failure.ts";
import { forgetAll } from "../../api/query-cache.ts";
import { useReport } from "../../api/use-report.ts";
import { LocationContext } from "../../router/use-address.ts";
import { StaleBanner } from "./stale-banner.tsx";

const START = Date.UTC(2026, 9, 31, 22, 30);
const UNREACHABLE = new RequestFailure({ kind: "unreachable" });

let root: HTMLElement;
/** The error of every query; undefined while they succeed. */
let failure: RequestFailure | undefined;
let isServerThere: boolean;
let fetches: number;
let looks: number;

const ask = async () => {
	fetches++;
	if (failure) throw failure;
	return "answer";
};
/** Refetched each minute. */
const Card = ({ name, everyMs = 60_000 }: { name: string; everyMs?: number }) => {
	useReport({ key: ["report", name], fetch: ask, everyMs });
	return null;
};
const show = (...cards: readonly string[]) =>
	act(() =>
		render(
			<LocationContext.Provider value={{ address: { timeZone: "Europe/Berlin" } } as never}>
				<StaleBanner />
				{cards.map((name) => (
					<Card key={name} name={name} />
				))}
			</LocationContext.Provider>,
			root,
		),
	);
const later = (ms = 0) =>
	act(async () => {
		await vi.advanceTimersByTimeAsync(ms);
	});
const banner = () => root.querySelector("[role=status]")?.textContent?.trim() ?? "";

beforeEach(() => {
	vi.useFakeTimers({ now: START });
	void forgetAll();
	root = document.createElement("div");
	failure = undefined;
	isServerThere = true;
	fetches = 0;
	looks = 0;
	vi.stubGlobal("fetch", async () => {
		looks++;
		if (!isServerThere) throw new TypeError("Failed to fetch");
		return new Response("{}", { headers: { "content-type": "application/json" } });
	});
});
afterEach(() => {
	act(() => render(null, root));
	void forgetAll();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

describe("a page with stale data", () => {
	it("shows nothing, and does not check for the server, while queries succeed", async () => {
		show("one", "other");
		await later(180_000);
		expect([banner(), looks]).toEqual(["", 0]);
	});

	it("shows once how old the data is, in the time zone of the page", async () => {
		show("one", "other");
		await later();
		failure = UNREACHABLE;
		isServerThere = false;
		await later(61_000);
		expect(root.querySelectorAll("[role=status]")).toHaveLength(1);
		expect(banner()).toBe("The server is not responding. Data from 23:30.");
		await later(30 * 60_000);
		expect(banner()).toBe("The server is not responding. Data from Oct 31 23:30.");
	});

	it("refetches within two seconds of the server's return, and removes the banner", async () => {
		show("one", "other");
		await later();
		failure = UNREACHABLE;
		isServerThere = false;
		await later(64_500);
		failure = undefined;
		isServerThere = true;
		const before = fetches;
		await later(2000);
		expect([fetches - before, banner()]).toEqual([2, ""]);
		const found = looks;
		await later(10_000);
		expect(looks).toBe(found);
	});

	it("does not mistake the page of a proxy for the server", async () => {
		show("one");
		await later();
		failure = UNREACHABLE;
		isServerThere = false;
		await later(61_000);
		vi.stubGlobal(
			"fetch",
			async () => new Response("", { headers: { "content-type": "text/html" } }),
		);
		const before = fetches;
		// The query's own next retry is four seconds away.
		await later(3000);
		expect(fetches).toBe(before);
	});

	it("reports why a reachable server refuses to refresh the data", async () => {
		show("one");
		await later();
		failure = new RequestFailure({ kind: "refused", status: 500, message: "It broke" });
		await later(60_000);
		expect([banner(), looks]).toEqual(["It broke. Data from 23:30.", 0]);
	});

	it("does not query a reachable server sooner than it asks for", async () => {
		show("one");
		await later();
		failure = new RequestFailure({ kind: "refused", status: 503, retryAfter: 20 });
		await later(60_000);
		expect(banner()).toBe("The server is not responding. Data from 23:30.");
		const before = fetches;
		await later(19_000);
		expect(fetches).toBe(before);
	});

	it("leaves queries without any data to their own messages", async () => {
		failure = UNREACHABLE;
		isServerThere = false;
		show("one");
		await later(1000);
		expect(banner()).toBe("");
		failure = undefined;
		isServerThere = true;
		await later(2000);
		expect(fetches).toBe(2);
	});

	it("leaves an ended session to its own banner", async () => {
		show("one");
		await later();
		failure = new RequestFailure({ kind: "refused", status: 401 });
		await later(61_000);
		expect(banner()).toBe("");
	});
});
