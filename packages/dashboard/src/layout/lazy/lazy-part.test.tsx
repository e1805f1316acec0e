// @vitest-environment jsdom
import { type ComponentType, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "../error-boundary.tsx";
import { fetchParts, lazyPart } from "./lazy-part.tsx";

let root: HTMLElement;
/** The status of every other server response; 0 = the server is unreachable. */
let serverStatus: number;
let isLoadable: boolean;
let reload: () => void;

const load = async (): Promise<ComponentType> => {
	if (!isLoadable) throw new TypeError("Failed to fetch dynamically imported module");
	return () => <p>The part</p>;
};
const show = (Part: ComponentType) =>
	act(() =>
		render(
			<ErrorBoundary resetKey="here">
				<Part />
			</ErrorBoundary>,
			root,
		),
	);
const later = (ms = 0) =>
	act(async () => {
		await vi.advanceTimersByTimeAsync(ms);
	});

/** Lets the part load, then the server check finish, then the result render. */
const opened = async () => {
	for (let step = 0; step < 3; step++) await later();
};

beforeEach(() => {
	vi.useFakeTimers();
	root = document.createElement("div");
	serverStatus = 200;
	isLoadable = true;
	history.replaceState(null, "");
	reload = vi.fn();
	vi.stubGlobal("location", { href: location.href, reload });
	vi.stubGlobal("fetch", async () => {
		if (serverStatus === 0) throw new TypeError("Failed to fetch");
		return new Response("", { status: serverStatus });
	});
	// jsdom does not implement it.
	Element.prototype.scrollIntoView = () => {};
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
	act(() => render(null, root));
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	vi.useRealTimers();
});

describe("a part that is loaded on demand", () => {
	it("is shown once it is loaded", async () => {
		show(lazyPart(load));
		expect(root.querySelector("[role=status]")).not.toBeNull();
		await later();
		expect(root.textContent).toBe("The part");
	});

	it("is shown when preloading ends between its first rendering and its first effect", async () => {
		const Part = lazyPart(load);
		render(<Part />, root);
		void fetchParts(async () => {});
		await vi.advanceTimersByTimeAsync(0);
		expect(root.querySelector("[role=status]")).not.toBeNull();
		await later(100);
		expect(root.textContent).toBe("The part");
	});

	it.each(["load", "error"])("waits for the sheets on their way: %s", async (end) => {
		const link = document.head.appendChild(document.createElement("link"));
		link.rel = "stylesheet";
		show(lazyPart(load));
		await later();
		expect(root.textContent).toBe("");
		link.dispatchEvent(new Event(end));
		await later();
		expect(root.textContent).toBe("The part");
		link.remove();
	});

	it("does not wait for a sheet that has failed before", async () => {
		const link = document.head.appendChild(document.createElement("link"));
		link.rel = "stylesheet";
		show(lazyPart(load));
		await later(2000);
		expect(root.textContent).toBe("The part");
		link.remove();
	});

	it("reloads the document when only its own chunk was lost, and fails when that did not help", async () => {
		isLoadable = false;
		show(lazyPart(load));
		await opened();
		expect(reload).toHaveBeenCalledTimes(1);
		expect(root.querySelector("[role=alert]")).toBeNull();
		act(() => render(null, root));
		show(lazyPart(load));
		await opened();
		expect(root.querySelector("[role=alert]")?.textContent).toContain(
			"This page could not be shown",
		);
		expect(reload).toHaveBeenCalledTimes(1);
	});

	it("leaves the document alone while the reader is on the way to another one", async () => {
		isLoadable = false;
		show(lazyPart(load));
		dispatchEvent(new Event("beforeunload"));
		await opened();
		await later(29_000);
		expect(reload).not.toHaveBeenCalled();
		expect(root.querySelector("[role=status]")).not.toBeNull();
		await later(6000);
		expect(reload).toHaveBeenCalledTimes(1);
	});

	it("reloads the document once the server is back", async () => {
		isLoadable = false;
		serverStatus = 503;
		history.replaceState(1, "");
		show(lazyPart(load));
		await opened();
		serverStatus = 200;
		await later(5000);
		expect(reload).toHaveBeenCalledTimes(1);
	});

	it.each([0, 503])("reports an unreachable server with a retry (status %d)", async (status) => {
		isLoadable = false;
		serverStatus = status;
		show(lazyPart(load));
		await opened();
		const alert = root.querySelector("[role=alert]");
		expect(alert?.textContent).toContain("The server is not responding");
		expect(alert?.querySelector("button")?.textContent).toBe("Retry");
	});
});

describe("a quiet part", () => {
	it("takes no space before it is loaded, and loads when everything else has", async () => {
		show(lazyPart(load, { isQuiet: true }));
		await later(4999);
		expect(root.textContent).toBe("");
		expect(root.children).toHaveLength(0);
		await later(1);
		expect(root.textContent).toBe("The part");
	});

	it("is requested again while the server is unreachable", async () => {
		isLoadable = false;
		show(lazyPart(load, { isQuiet: true }));
		await later(12_000);
		expect(root.children).toHaveLength(0);
		isLoadable = true;
		await later(5000);
		expect(root.textContent).toBe("The part");
	});
});
