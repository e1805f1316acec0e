/** An element as a screen reader announces it. */
export interface Place {
	role: string;
	/** The whole name, or a pattern within it; any name when absent. */
	name?: string | RegExp | undefined;
}

/** A place as it is serialized into a page. */
interface SentPlace {
	role: string;
	name?: string | { source: string; flags: string };
}

/**
 * Runs inside the page: marks the first visible element at the last of some places, each inside the one before, and
 * returns how many match. It is self-contained, because its source is sent.
 */
const findInPage = (places: readonly SentPlace[], mark: string) => {
	const SELECTORS: Readonly<Record<string, string>> = {
		alert: "[role=alert]",
		application: "[role=application]",
		button: "button,summary,[role=button]",
		cell: "td",
		checkbox: "input[type=checkbox]",
		columnheader: "th[scope=col]",
		combobox: "select,[role=combobox]",
		dialog: "dialog,[role=dialog]",
		group: "fieldset,[role=group]",
		heading: "h1,h2,h3,h4",
		link: "a[href]",
		list: "ul,ol",
		listbox: "[role=listbox]",
		listitem: "li",
		main: "main",
		menuitem: "[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox]",
		navigation: "nav",
		option: "option,[role=option]",
		radio: "input[type=radio],[role=radio]",
		region: "section,[role=region]",
		row: "tr,[role=row]",
		rowheader: "th[scope=row]",
		status: "[role=status],output",
		switch: "[role=switch]",
		tab: "[role=tab]",
		table: "table",
		tabpanel: "[role=tabpanel]",
		textbox:
			"input:not([type]),input[type=text],input[type=email],input[type=password],input[type=search],input[type=url],input[type=number],textarea",
	};
	const plain = (text: string) => text.replace(/\s+/g, " ").trim();
	const read = (node: Node): string => {
		if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
		if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true") return "";
		const own = node.getAttribute("aria-label");
		if (own) return own;
		const display = getComputedStyle(node).display;
		if (display === "none") return "";
		const inside = [...node.childNodes].map(read).join("");
		return display === "inline" ? inside : ` ${inside} `;
	};
	const nameOf = (element: Element): string => {
		const others = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
		const named = others.map((id) => document.getElementById(id)).filter((one) => one !== null);
		if (named.length > 0) return plain(named.map(read).join(" "));
		const label = element.getAttribute("aria-label");
		if (label) return plain(label);
		const { labels } = element as HTMLInputElement;
		if (labels && labels.length > 0) return plain([...labels].map(read).join(" "));
		const fromContent = plain(read(element));
		return fromContent || plain(element.getAttribute("title") ?? "");
	};
	const isShown = (element: Element) =>
		element.getClientRects().length > 0 &&
		getComputedStyle(element).visibility === "visible" &&
		!element.closest("[aria-hidden=true],[inert]");
	const hasRole = (element: Element, role: string) => {
		const own = element.getAttribute("role");
		return own === null || own === role || (role === "menuitem" && own.startsWith(role));
	};
	let scopes: Element[] = [document.documentElement];
	for (const { role, name } of places) {
		const matches = (text: string) =>
			name === undefined ||
			(typeof name === "string" ? text === name : new RegExp(name.source, name.flags).test(text));
		const found = scopes.flatMap((scope) =>
			[...scope.querySelectorAll(SELECTORS[role] ?? `[role=${role}]`)].filter(
				(element) => hasRole(element, role) && isShown(element) && matches(nameOf(element)),
			),
		);
		scopes = [...new Set(found)];
	}
	const [first] = scopes;
	if (!first) return { count: 0, text: "", isDisabled: false, attributes: {} };
	for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
	first.setAttribute(mark, "");
	first.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
	const attributes = [...first.attributes].map(({ name, value }) => [name, value] as const);
	return {
		count: scopes.length,
		text: first instanceof HTMLElement ? plain(first.innerText) : plain(first.textContent ?? ""),
		isDisabled: first.matches(":disabled,[aria-disabled=true]"),
		attributes: Object.fromEntries(attributes) as Record<string, string>,
	};
};

export type FoundElement = ReturnType<typeof findInPage>;

/** Marks the found element, so that the browser can select it. */
export const FOUND = "data-found-by-test";

/** Code for {@link findInPage} with these places. */
export const findCode = (places: readonly Place[]): string => {
	const sent = places.map(({ role, name }) => ({
		role,
		...(name !== undefined && {
			name: typeof name === "string" ? name : { source: name.source, flags: name.flags },
		}),
	}));
	return `(${findInPage})(${JSON.stringify(sent)}, ${JSON.stringify(FOUND)})`;
};

/** A place in words, for an error. */
export const placeText = (places: readonly Place[]): string =>
	places.map(({ role, name }) => (name === undefined ? role : `${role} ${name}`)).join(" › ");
