// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadArea } from "../../../i18n/areas.ts";
import { OTHER_AREAS } from "../../../i18n/other-areas.ts";
import { OpenSiteContext } from "../../../layout/site-view.ts";
import { LocationContext } from "../../../router/use-address.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { RetentionSetting } from "./retention-setting.tsx";

/** For a page without a comparison. */
const ADDRESS = { filters: [], range: { kind: "all" }, comparison: { kind: "off" } };

let root: HTMLElement;
/** Request bodies that were sent. */
let saved: unknown[];

beforeAll(() => loadArea("settings", OTHER_AREAS.settings, "en"));
beforeEach(() => {
	root = document.createElement("div");
	document.body.append(root);
	saved = [];
	// jsdom does not implement modal dialogs.
	Object.assign(HTMLDialogElement.prototype, { showModal: () => {}, close: () => {} });
	vi.stubGlobal("fetch", async (_address: string, { method, body }: RequestInit) => {
		if (method === "PUT") saved.push(JSON.parse(String(body)));
		return Response.json({ success: true, message: "", config: {} });
	});
});
afterEach(() => {
	act(() => render(null, root));
	root.remove();
	vi.unstubAllGlobals();
});

const show = (eventRetentionDays: number, mayConfigure = true) =>
	act(() =>
		render(
			<LocationContext.Provider value={{ address: ADDRESS } as never}>
				<OpenSiteContext.Provider
					value={{ site: { id: "a1", timeZone: "UTC", mayConfigure } } as never}
				>
					<RetentionSetting config={{ eventRetentionDays } as SiteConfig} kind="events" />
				</OpenSiteContext.Provider>
			</LocationContext.Provider>,
			root,
		),
	);
const type = (text: string) =>
	act(() => {
		const input = root.querySelector("input");
		if (!input) throw new Error("There is nothing to type into");
		input.value = text;
		input.dispatchEvent(new Event("input", { bubbles: true }));
	});
const submit = () =>
	act(async () => {
		root.querySelector("form")?.requestSubmit();
	});
const press = (name: string) =>
	act(async () => {
		[...root.querySelectorAll("button")].find(({ textContent }) => textContent === name)?.click();
	});

describe("the retention of events", () => {
	it("is extended without confirmation", async () => {
		show(30);
		type("90");
		await submit();
		expect(root.querySelector("dialog")).toBeNull();
		expect(saved).toEqual([{ eventRetentionDays: 90 }]);
	});

	it("is shortened only after confirmation", async () => {
		show(90);
		type("30");
		await submit();
		expect(root.querySelector("dialog")?.textContent).toContain(
			"Data older than 30 days is deleted within an hour. This cannot be undone.",
		);
		expect(saved).toEqual([]);
		await press("Cancel");
		expect([root.querySelector("dialog"), saved]).toEqual([null, []]);
		await submit();
		await press("Keep fewer days");
		expect(saved).toEqual([{ eventRetentionDays: 30 }]);
	});

	it("must be a whole number of days", async () => {
		show(0);
		type("3651");
		await submit();
		expect(root.textContent).toContain("Enter a whole number from 0 to 3650.");
		expect(saved).toEqual([]);
	});

	it("is read-only for those who may not change it", () => {
		show(30, false);
		expect(root.querySelector("form")).toBeNull();
		expect(root.textContent).toContain("30 days");
	});
});
