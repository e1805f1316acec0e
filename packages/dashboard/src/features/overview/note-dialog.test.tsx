// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadArea } from "../../i18n/areas.ts";
import { FIRST_AREAS } from "../../i18n/first-areas.ts";
import { OpenSiteContext } from "../../layout/site-view.ts";
import { LocationContext } from "../../router/use-address.ts";
import { NoteDialog } from "./note-dialog.tsx";

/** For a page without a comparison. */
const ADDRESS = { filters: [], range: { kind: "all" }, comparison: { kind: "off" } };

let root: HTMLElement;
/** Request bodies that were sent. */
let saved: { title: string }[];
let onClose: ReturnType<typeof vi.fn<() => void>>;

beforeAll(() => loadArea("reports", FIRST_AREAS.reports, "en"));
beforeEach(() => {
	root = document.createElement("div");
	document.body.append(root);
	saved = [];
	onClose = vi.fn<() => void>();
	// jsdom does not implement modal dialogs.
	Object.assign(HTMLDialogElement.prototype, { showModal: () => {}, close: () => {} });
	vi.stubGlobal("fetch", async (_address: string, { body }: RequestInit) => {
		saved.push(JSON.parse(String(body)));
		return Response.json({ success: true, data: {} });
	});
	act(() =>
		render(
			<LocationContext.Provider value={{ address: ADDRESS } as never}>
				<OpenSiteContext.Provider value={{ site: { id: "a1", timeZone: "UTC" } } as never}>
					<NoteDialog onClose={onClose} />
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

const typeTitle = (text: string) =>
	act(() => {
		const input = root.querySelector("input");
		if (!input) throw new Error("There is nothing to type into");
		input.value = text;
		input.dispatchEvent(new Event("input", { bubbles: true }));
	});
const saveButton = () =>
	[...root.querySelectorAll("button")].find(({ textContent }) => textContent === "Add annotation");

describe("the note dialog", () => {
	it("stores one note on a double click", async () => {
		typeTitle("Release");
		await act(async () => {
			const button = saveButton();
			button?.click();
			button?.click();
		});
		expect(saved.map(({ title }) => title)).toEqual(["Release"]);
		await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
	});

	it("stores the note when Enter submits the form", async () => {
		typeTitle("Release");
		await act(async () => root.querySelector("form")?.requestSubmit());
		expect(saved.map(({ title }) => title)).toEqual(["Release"]);
	});

	it("sends nothing without a name", async () => {
		await act(async () => root.querySelector("form")?.requestSubmit());
		expect(saved).toEqual([]);
	});
});
