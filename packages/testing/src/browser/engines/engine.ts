import type { MissingEngine } from "../../require-engine.ts";
import type { engineNames } from "./engine-names.ts";

/** How a visitor clicks; a plain click of the main button when nothing is said. */
export interface Click {
	button?: "middle" | "right";
	/** The key that is held meanwhile. */
	holding?: "Control" | "Alt";
	/** 2 for a double click. */
	count?: number;
}

/** Keys that have a name in every engine. */
export type PressedKey =
	| "Enter"
	| "Escape"
	| "Tab"
	| "Home"
	| "End"
	| "ArrowLeft"
	| "ArrowRight"
	| "ArrowUp"
	| "ArrowDown";

/** One tab of a browser, as its visitor and its developer tools use it. */
export interface Tab {
	/** Resolves when the page has loaded. */
	goto: (url: string) => Promise<void>;
	/** The value of the last expression of the code, which may be a promise. */
	evaluate: <Value>(code: string) => Promise<Value>;
	/** Clicks with the mouse into the middle of the first element that the selector finds. */
	click: (selector: string, how?: Click) => Promise<void>;
	/** Types into what has the focus. */
	type: (text: string) => Promise<void>;
	press: (key: PressedKey) => Promise<void>;
	pressEnter: () => Promise<void>;
	/** What is in sight, as PNG. */
	screenshot: () => Promise<Buffer>;
	url: () => Promise<string>;
	/** Turns to something else, so that the page is hidden. */
	hide: () => Promise<void>;
	show: () => Promise<void>;
	close: () => Promise<void>;
}

/** A running browser with a profile of its own. */
export interface Browser {
	/** Opens a page in a new tab, in front, and resolves when it has loaded. */
	open: (url: string) => Promise<Tab>;
	/** Opens a page in a new window, so that several are in sight at once. */
	openWindow: (url: string) => Promise<Tab>;
	/** Opens a page in a tab behind the given one, which stays in front. */
	openBehind: (front: Tab, url: string) => Promise<Tab>;
	/** Takes the network away or gives it back; undefined where remote control cannot. */
	setOffline?: ((page: Tab, isOffline: boolean) => Promise<void>) | undefined;
	/** Closes every tab but the empty one that keeps the browser alive. */
	closeTabs: () => Promise<void>;
	close: () => Promise<void>;
	/** Ends it at once, as a system that is short of memory does; `close` may follow. */
	kill: () => void;
}

/** One of the browser engines that visitors have. */
export interface Engine {
	name: (typeof engineNames)[number];
	/** What to install when the engine cannot be had here. */
	missing: () => MissingEngine;
	/**
	 * Starts it under remote control.
	 * @param how `isPerson`: its user agent and its screen are those of a browser with a window. Its pages are told that no
	 * motion is wanted: engines draw on the processor here, and a page that moved while it waited took half a core from what
	 * it waited for.
	 */
	launch: (how?: { isPerson?: boolean }) => Promise<Browser>;
	/** Opens a page as a visitor would, without remote control: the page has to act by itself. Resolves to what closes the browser. */
	openUnattended: (url: string) => Promise<() => Promise<void>>;
}
