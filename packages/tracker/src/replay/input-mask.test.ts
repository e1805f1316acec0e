// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { createInputMask } from "./input-mask.ts";

const HIDDEN = "********";

beforeEach(() => {
	document.body.innerHTML = "";
});

const field = <Tag extends keyof HTMLElementTagNameMap = "input">(
	attributes: Record<string, string> = {},
	tag = "input" as Tag,
) => {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	document.body.append(element);
	return element;
};

describe("typed text", () => {
	it("is masked in every field", () => {
		const mask = createInputMask(true, {});
		expect([
			mask("abc", field()),
			mask("abc", field({ type: "hidden" })),
			mask("2026-11-21", field({ type: "date" })),
			mask("abcd", field({}, "textarea")),
			mask("ab", field({}, "select")),
			mask("", field()),
		]).toEqual(["***", "***", "**********", "****", "**", ""]);
	});

	it("is shown where exceptions allow it", () => {
		const mask = createInputMask(true, { search: false, textarea: false });
		expect([
			mask("abc", field({ type: "search" })),
			mask("abc", field({}, "textarea")),
			mask("abc", field()),
		]).toEqual(["abc", "abc", "***"]);
	});

	it("is shown without masking, except for exceptions", () => {
		const mask = createInputMask(false, { email: true });
		expect([mask("abc", field()), mask("abc", field({ type: "email" }))]).toEqual(["abc", "***"]);
	});

	it("is distinguished from labels, which belong to the page", () =>
		expect(
			["submit", "button", "reset", "checkbox", "radio"].map((type) =>
				createInputMask(true, {})("Send", field({ type })),
			),
		).toEqual(Array(5).fill("Send")));
});

describe("a password", () => {
	const unmasking = () => createInputMask(false, { password: false, text: false });

	it("is never shown, whatever the options, nor is its length", () =>
		expect(unmasking()("hunter2", field({ type: "password" }))).toBe(HIDDEN));

	it.each([
		["input", () => {}],
		["focusin", () => {}],
	])("stays masked when a button reveals it after %s", (event) => {
		const mask = unmasking();
		const password = field({ type: "password" });
		password.dispatchEvent(new Event(event, { bubbles: true, composed: true }));
		password.type = "text";
		expect(mask("hunter2", password)).toBe(HIDDEN);
	});

	it("stays masked if it existed before, too", () => {
		const password = field({ type: "password" });
		const mask = unmasking();
		password.type = "text";
		expect(mask("hunter2", password)).toBe(HIDDEN);
	});

	it("stays masked within a shadow tree", () => {
		const mask = unmasking();
		const root = document.body.appendChild(document.createElement("div")).attachShadow({
			mode: "open",
		});
		const password = root.appendChild(document.createElement("input"));
		password.type = "password";
		password.dispatchEvent(new Event("focusin", { bubbles: true, composed: true }));
		password.type = "text";
		expect(mask("hunter2", password)).toBe(HIDDEN);
	});

	it.each([
		{ autocomplete: "current-password" },
		{ autocomplete: "one-time-code" },
		{ autocomplete: "billing cc-number" },
		{ name: "user[password]" },
		{ id: "loginPasswd" },
		{ "data-rr-is-password": "true" },
	])("is recognised by %j", (attributes) =>
		expect(unmasking()("hunter2", field(attributes))).toBe(HIDDEN),
	);

	it.each([{ name: "compass" }, { autocomplete: "email" }, { id: "passenger" }])(
		"is not assumed for %j",
		(attributes) => expect(unmasking()("ana", field(attributes))).toBe("ana"),
	);
});
