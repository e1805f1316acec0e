// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { markLoaded } from "../../../api/idle.ts";
import { forgetAll } from "../../../api/query-cache.ts";
import { loadArea } from "../../../i18n/areas.ts";
import { OTHER_AREAS } from "../../../i18n/other-areas.ts";
import { OpenSiteContext } from "../../../layout/site-view.ts";
import { LocationContext } from "../../../router/use-address.ts";
import { MoveSite } from "./move-site.tsx";

const ADDRESS = { filters: [], range: { kind: "all" }, comparison: { kind: "off" } };
const OWN = [
	{ id: "here", name: "Here", role: "owner" },
	{ id: "there", name: "There", role: "owner" },
	{ id: "work", name: "Work", role: "admin" },
];
const PLAN = {
	organizationId: "there",
	privateLinks: 1,
	teams: ["Watchers"],
	grants: 2,
	alerts: [],
	recipients: 0,
	segments: ["All Germans"],
	questions: [],
};

let root: HTMLElement;
let asked: string[];
let memberships: object[];

beforeAll(async () => {
	await loadArea("transfer", OTHER_AREAS.transfer, "en");
	markLoaded();
});
beforeEach(() => {
	root = document.createElement("div");
	document.body.append(root);
	asked = [];
	memberships = OWN;
	// jsdom does not implement modal dialogs.
	Object.assign(HTMLDialogElement.prototype, { showModal: () => {}, close: () => {} });
	vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
		const address = typeof request === "string" ? request : request.url;
		const method = (typeof request === "string" ? init?.method : request.method) ?? "GET";
		asked.push(`${method} ${address.replace(/^.*(?=\/api\/)/, "")}`);
		return Response.json({ data: address.includes("memberships") ? memberships : PLAN });
	});
});
afterEach(() => {
	act(() => render(null, root));
	root.remove();
	void forgetAll();
	vi.unstubAllGlobals();
});

const show = (role: string, open?: string) =>
	act(async () => {
		const site = {
			...{ id: "a1", domain: "quill.example", timeZone: "UTC", organizationId: "here" },
			seenBy: { role },
		};
		render(
			<LocationContext.Provider value={{ address: { ...ADDRESS, open }, change() {} } as never}>
				<OpenSiteContext.Provider value={{ site } as never}>
					<MoveSite />
				</OpenSiteContext.Provider>
			</LocationContext.Provider>,
			root,
		);
	});
const buttons = () => [...root.querySelectorAll("button")].map(({ textContent }) => textContent);
const settled = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true));

describe("moving a site", () => {
	it("is offered to its owner, who owns another organization", async () => {
		await show("owner");
		await settled(() => buttons().includes("Move site…"));
	});

	it("is not offered to administrators", async () => {
		await show("admin");
		expect(root.textContent).toBe("");
	});

	it("says that there is no other organization", async () => {
		memberships = OWN.slice(0, 1);
		await show("owner");
		await settled(() => root.textContent?.includes("You own no other organization") === true);
		expect(buttons()).toEqual([]);
	});

	it("says what ends before it happens, and names only organizations of the owner", async () => {
		await show("owner", "move");
		await settled(() => root.textContent?.includes("1 private link ends") === true);
		const choices = [...root.querySelectorAll("option")].map(({ textContent }) => textContent);
		expect(choices).toEqual(["There"]);
		const lines = [...root.querySelectorAll("li")].map(({ textContent }) => textContent);
		expect(lines).toEqual([
			expect.stringContaining("Keys and members"),
			"1 private link ends",
			expect.stringContaining("Watchers"),
			"2 members lose the access given by name",
			expect.stringContaining("All Germans"),
			expect.stringContaining("stay here"),
		]);
		expect(asked.filter((one) => one.startsWith("POST"))).toEqual([]);
	});
});
