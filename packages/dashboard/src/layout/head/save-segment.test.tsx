// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LocationContext } from "../../router/use-address.ts";
import { OpenSiteContext } from "../site-view.ts";
import { SaveSegment } from "./save-segment.tsx";

const ADDRESS = {
	filters: [{ field: "country", comparator: "is", values: ["DE"] }],
	range: { kind: "all" },
	comparison: { kind: "off" },
};

let root: HTMLElement;
/** Names that were sent. */
let saved: string[];
let status: number;
let onClose: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
	root = document.createElement("div");
	document.body.append(root);
	saved = [];
	status = 200;
	onClose = vi.fn<() => void>();
	// jsdom does not implement modal dialogs.
	Object.assign(HTMLDialogElement.prototype, { showModal: () => {}, close: () => {} });
	vi.stubGlobal("fetch", async (_address: string, { body }: RequestInit) => {
		saved.push(JSON.parse(String(body)).name);
		return Response.json(status === 200 ? { segmentId: 7 } : { message: "Taken" }, { status });
	});
	act(() =>
		render(
			<LocationContext.Provider value={{ address: ADDRESS, change: () => {} } as never}>
				<OpenSiteContext.Provider value={{ site: { id: "a1", timeZone: "UTC" } } as never}>
					<SaveSegment onClose={onClose} />
				</OpenSiteContext.Provider>
			</LocationContext.Provider>,
			root,
		),
	);
});
afterEach(() => {
	act(() => render(null, root));
	root.remove();
	vi.unstubAllGlobals();
});

const typeName = (text: string) =>
	act(() => {
		const input = root.querySelector("input");
		if (!input) throw new Error("There is nothing to type into");
		input.value = text;
		input.dispatchEvent(new Event("input", { bubbles: true }));
	});
const mainButton = () => [...root.querySelectorAll("button")].at(-1);
const pressEnter = () => act(async () => root.querySelector("form")?.requestSubmit());

describe("the dialog that saves a segment", () => {
	it("stores one segment on a double click", async () => {
		typeName("Germany");
		await act(async () => {
			const button = mainButton();
			button?.click();
			button?.click();
		});
		expect(saved).toEqual(["Germany"]);
		await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
	});

	it("stores the segment when Enter submits the form", async () => {
		typeName("Germany");
		await pressEnter();
		expect(saved).toEqual(["Germany"]);
	});

	it("sends nothing without a name", async () => {
		await pressEnter();
		expect(saved).toEqual([]);
	});

	it("stays open and shows the error, and can be submitted again", async () => {
		status = 409;
		typeName("Germany");
		await pressEnter();
		await vi.waitFor(() => expect(root.textContent).toContain("Taken"));
		expect(onClose).not.toHaveBeenCalled();
		status = 200;
		await pressEnter();
		expect(saved).toEqual(["Germany", "Germany"]);
		await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
	});
});
