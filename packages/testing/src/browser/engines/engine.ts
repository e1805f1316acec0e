import type { MissingEngine } from "../../require-engine.ts";
import type { engineNames } from "./engine-names.ts";

/** How a visitor clicks; by default a plain click of the main button. */
export interface Click {
	button?: "middle" | "right";
	/** The modifier key that is held during the click. */
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

/** A tab of a browser, as used by its visitor and its developer tools. */
export interface Tab {
	/** Resolves when the page has loaded. */
	goto: (url: string) => Promise<void>;
	/**
	 * The value of the last expression of the code, which may be a promise. Where the policy of a page forbids eval, WebKit
	 * runs a single expression only.
	 */
	evaluate: <Value>(code: string) => Promise<Value>;
	/** Clicks with the mouse in the middle of the first element that matches the selector. */
	click: (selector: string, how?: Click) => Promise<void>;
	/** Types into the focused element. */
	type: (text: string) => Promise<void>;
	press: (key: PressedKey) => Promise<void>;
	pressEnter: () => Promise<void>;
	/** A screenshot of the visible part, as PNG. */
	screenshot: () => Promise<Buffer>;
	url: () => Promise<string>;
	/** Switches to another tab, so that the page is hidden. */
	hide: () => Promise<void>;
	show: () => Promise<void>;
	close: () => Promise<void>;
}

/** A running browser with a profile of its own. */
export interface Browser {
	/** Opens a page in a new tab, in front, and resolves when it has loaded. */
	open: (url: string) => Promise<Tab>;
	/** Opens a page in a new window, so that several are visible at once. */
	openWindow: (url: string) => Promise<Tab>;
	/** Opens a page in a tab behind the given one, which stays in front. */
	openBehind: (front: Tab, url: string) => Promise<Tab>;
	/** Takes the network offline or online; undefined if remote control cannot do that. */
	setOffline?: ((page: Tab, isOffline: boolean) => Promise<void>) | undefined;
	/** Closes every tab but the empty one that keeps the browser alive. */
	closeTabs: () => Promise<void>;
	close: () => Promise<void>;
	/** Kills it at once, as a system that is short of memory does; `close` may follow. */
	kill: () => void;
}

/** One of the engines of visitors' browsers. */
export interface Engine {
	name: (typeof engineNames)[number];
	/** What to install if the engine is missing. */
	missing: () => MissingEngine;
	/**
	 * Starts it under remote control.
	 * @param how `isPerson`: its user agent and its screen are those of a browser with a window. Its pages prefer
	 * reduced motion: engines draw on the processor here, and an animated page took half a core from the process that
	 * it waited for.
	 */
	launch: (how?: { isPerson?: boolean }) => Promise<Browser>;
	/** Opens a page without remote control: the page has to act by itself. Resolves to what closes the browser. */
	openUnattended: (url: string) => Promise<() => Promise<void>>;
}
