import type { Click, PressedKey, Tab } from "../browser/engines/engine.ts";
import { eventually } from "../eventually.ts";
import { FOUND, type FoundElement, findCode, type Place, placeText } from "./find-element.ts";

type Name = string | RegExp;

/** Part of a page, as a person uses it: everything is found by its role and accessible name, and waited for. */
export interface View {
	/** The part of this view at a place. */
	within(role: string, name?: Name): View;
	/** Resolves once it is visible, to its text. */
	sees(role: string, name?: Name): Promise<string>;
	/** Resolves once none is visible. */
	seesNo(role: string, name?: Name): Promise<void>;
	/** How many are visible now. */
	count(role: string, name?: Name): Promise<number>;
	/** An attribute of the element, once it exists; "" without the attribute. */
	attribute(attribute: string, role: string, name?: Name): Promise<string>;
	click(role: string, name?: Name): Promise<void>;
	/** Clicks with Alt held. */
	altClick(role: string, name?: Name): Promise<void>;
	/** Replaces the content of a text field. */
	fill(label: Name, text: string): Promise<void>;
	/** The current text of this view; "" while it does not exist. */
	text(): Promise<string>;
}

/** A person using a browser, in any of the engines. */
export interface Visitor extends View {
	readonly tab: Tab;
	open(url: string): Promise<void>;
	address(): Promise<URL>;
	back(): Promise<void>;
	press(key: PressedKey): Promise<void>;
	type(text: string): Promise<void>;
	screenshot(): Promise<Buffer>;
}

const NOTHING: FoundElement = { count: 0, text: "", isDisabled: false, attributes: {} };

/**
 * Notes whether a click meets something that can be clicked. Headings and the main part of a page have a tab index only to
 * take the focus. It is one expression, because a page whose policy forbids eval runs nothing else in WebKit.
 */
const NOTE_HITS = `(() => {
	globalThis.wasHit = false;
	document.addEventListener("click", ({ target }) => {
		const hit = target.closest?.("a, button, input, label, select, summary, [role], [tabindex]");
		globalThis.wasHit ||= hit != null && !hit.matches("main, h1");
	}, { capture: true, once: true });
})()`;
/** A busy page takes a while to hear of a click. */
const WAS_HIT = `new Promise((done) => {
	const last = performance.now() + 3000;
	const look = () => {
		const isOver = globalThis.wasHit !== false || performance.now() > last;
		if (isOver) done(globalThis.wasHit !== false);
		else setTimeout(look, 10);
	};
	look();
})`;

const createView = (tab: Tab, scope: readonly Place[]): View => {
	// A page that is just being left cannot answer.
	const find = (...places: Place[]) =>
		tab.evaluate<FoundElement>(findCode([...scope, ...places])).catch(() => NOTHING);
	const sighted = async (place: Place, isWanted = ({ count }: FoundElement) => count > 0) => {
		let found = NOTHING;
		try {
			return await eventually(async () => {
				found = await find(place);
				return isWanted(found);
			}, Boolean).then(() => found);
		} catch {
			const { text } = await createView(tab, [])
				.text()
				.then((text) => ({ text }));
			throw new Error(
				`${placeText([...scope, place])}: ${found.count} in sight at ${await tab.url()}\n${text.slice(0, 3000)}`,
			);
		}
	};
	const pressed = (place: Place) =>
		sighted(place, ({ count, isDisabled }) => count > 0 && !isDisabled);
	const clickOnce = async (place: Place, how?: Click) => {
		await pressed(place);
		await tab.evaluate(NOTE_HITS);
		await tab.click(`[${FOUND}]`, how);
		// A page that the click leads away from cannot say.
		return tab.evaluate<boolean>(WAS_HIT).catch(() => true);
	};
	const click = async (place: Place, how?: Click) => {
		// It was redrawn, or has moved, before the click got there: a person would click again.
		const wasHit = await clickOnce(place, how).catch(() => false);
		if (!wasHit) await clickOnce(place, how);
	};
	return {
		within: (role, name) => createView(tab, [...scope, { role, name }]),
		sees: async (role, name) => (await sighted({ role, name })).text,
		seesNo: async (role, name) => {
			await sighted({ role, name }, ({ count }) => count === 0);
		},
		count: async (role, name) => (await find({ role, name })).count,
		attribute: async (attribute, role, name) =>
			(await sighted({ role, name })).attributes[attribute] ?? "",
		click: (role, name) => click({ role, name }),
		altClick: (role, name) => click({ role, name }, { holding: "Alt" }),
		fill: async (label, text) => {
			const focus = async () => {
				await pressed({ role: "textbox", name: label });
				await tab.evaluate(
					`[document.querySelector("[${FOUND}]")].forEach((field) => { field.focus(); field.select(); })`,
				);
			};
			// It was redrawn before it got the focus: a person would click into it again.
			await focus().catch(focus);
			await tab.type(text);
		},
		text: () =>
			scope.length > 0
				? find().then(({ text }) => text)
				: tab
						.evaluate<string>("document.body.innerText")
						.then((text) => text.replace(/\s+/g, " ").trim())
						.catch(() => ""),
	};
};

/** The person using a tab. */
export const createVisitor = (tab: Tab): Visitor => ({
	...createView(tab, []),
	tab,
	open: (url) => tab.goto(url),
	address: async () => new URL(await tab.url()),
	back: () => tab.evaluate("history.back()"),
	press: (key) => tab.press(key),
	type: (text) => tab.type(text),
	screenshot: () => tab.screenshot(),
});
