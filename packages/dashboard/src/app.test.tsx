// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetAll } from "./api/query-cache.ts";
import { App } from "./app.tsx";

const SITE = "0123456789ab";
const KEY = "ba9876543210";

let root: HTMLElement;
let base: HTMLBaseElement;
/** All texts that the page has shown, in order. */
let shown: string[];
let observer: MutationObserver;

/** A private link that is limited to some areas; every report is refused. */
const answer = (path: string, areas: readonly string[]): Response => {
	if (path === "/api/auth/get-session") return Response.json(null);
	if (path === `/api/sites/${SITE}`)
		return Response.json({ id: SITE, siteId: 1, name: "Quill", domain: "quill.example" });
	if (path === `/api/sites/${SITE}/viewer`) return Response.json({ data: { via: "link", areas } });
	return Response.json({ message: "Not for this link" }, { status: 403 });
};

const open = (path: string, areas: readonly string[]) => {
	history.replaceState(null, "", path);
	vi.stubGlobal("fetch", async (url: string) => answer(new URL(url).pathname, areas));
	act(() => render(<App />, root));
};

beforeEach(() => {
	void forgetAll();
	base = document.createElement("base");
	base.href = "/";
	document.head.append(base);
	root = document.createElement("div");
	document.body.append(root);
	shown = [];
	observer = new MutationObserver(() => shown.push(root.textContent ?? ""));
	observer.observe(root, { childList: true, subtree: true, characterData: true });
	vi.stubGlobal("matchMedia", () => ({
		matches: false,
		addEventListener() {},
		removeEventListener() {},
	}));
	vi.stubGlobal(
		"ResizeObserver",
		class {
			observe() {}
			disconnect() {}
		},
	);
});
afterEach(() => {
	act(() => render(null, root));
	observer.disconnect();
	root.remove();
	base.remove();
	void forgetAll();
	vi.unstubAllGlobals();
});

describe("a private link that is limited to some areas", () => {
	it("opens its first allowed page without showing anything else before", async () => {
		open(`/${SITE}/${KEY}?range=7d`, ["goals", "performance"]);
		await vi.waitFor(() => expect(location.pathname).toBe(`/${SITE}/${KEY}/goals`));
		expect(location.search).toBe("?range=7d");
		await vi.waitFor(() => expect(root.querySelector("h1")?.textContent ?? "").toContain("Goals"), {
			timeout: 10_000,
		});
		expect(shown.join("\n")).not.toContain("Overview");
		expect(root.textContent).toContain("quill.example This is a private link.");
		expect(root.textContent).toContain("Last 7 days");
	});

	it("reports that a page outside its areas is not shown", async () => {
		open(`/${SITE}/${KEY}/errors`, ["goals"]);
		await vi.waitFor(() => expect(root.querySelector("h1")).not.toBeNull());
		expect(location.pathname).toBe(`/${SITE}/${KEY}/errors`);
		expect(root.querySelector("main a, a")?.getAttribute("href")).toBe(`/${SITE}/${KEY}/goals`);
	});
});
