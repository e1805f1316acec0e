import type { SitePage } from "../../router/destination.ts";
import type { DateRange } from "../../router/range.ts";
import { opensPalette } from "./palette-key.ts";

/** The command of a key. */
export type Command =
	| { do: "range"; range: DateRange }
	| { do: "go"; page: SitePage }
	| { do: "compare" | "filter" | "clear" | "site" | "help" | "palette" };

const days = (count: number): Command => ({ do: "range", range: { kind: "days", count } });
const named = (kind: Exclude<DateRange["kind"], "days" | "dates">): Command => ({
	do: "range",
	range: { kind },
});

/** The single-key shortcuts. The letters of the ranges are those of other dashboards. */
export const KEYS: Readonly<Record<string, Command>> = {
	d: named("today"),
	e: named("yesterday"),
	r: named("24h"),
	w: days(7),
	f: days(28),
	m: named("mtd"),
	p: named("lastmonth"),
	y: named("ytd"),
	l: named("12mo"),
	a: named("all"),
	x: { do: "compare" },
	"/": { do: "filter" },
	Escape: { do: "clear" },
	k: { do: "site" },
	"?": { do: "help" },
};

/** The page of each letter after `g`. */
export const PAGE_KEYS: Readonly<Record<string, SitePage>> = {
	o: "overview",
	l: "live",
	p: "pages",
	s: "sources",
	c: "places",
	d: "devices",
	e: "events",
	g: "goals",
	f: "funnels",
	j: "journeys",
	r: "retention",
	i: "sessions",
	u: "users",
	v: "replays",
	x: "errors",
	w: "vitals",
	b: "bots",
	q: "explore",
	k: "boards",
	a: "alerts",
	t: "settings",
};

/** How long the second key of a sequence may take. */
export const SEQUENCE_MS = 1500;

/** Whether the focused element needs the key itself: a field, a menu, or a dialog. */
export const isTyping = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement &&
	(target.isContentEditable ||
		target.closest("input, textarea, select, [role=menu], [role=listbox], [role=grid], dialog") !==
			null);

/** Turns key presses into commands; a press may wait for the next one. */
export const createReader = (clock: () => number) => {
	let waitsUntil = 0;
	return (key: string): Command | undefined => {
		const isSecond = clock() < waitsUntil;
		waitsUntil = 0;
		const page = Object.hasOwn(PAGE_KEYS, key) ? PAGE_KEYS[key] : undefined;
		if (isSecond && page) return { do: "go", page };
		if (key === "g") {
			waitsUntil = clock() + SEQUENCE_MS;
			return undefined;
		}
		return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
	};
};

/**
 * Handles shortcuts, except in fields, menus and dialogs.
 * @returns a function that stops it
 */
export const followKeys = (obey: (command: Command) => void): (() => void) => {
	const read = createReader(Date.now);
	const openPalette = (event: KeyboardEvent) => {
		const isInDialog = document.querySelector("dialog[open]") !== null;
		if (event.repeat || isInDialog) return;
		event.preventDefault();
		// It would lie above the palette, and take its Esc.
		document.querySelector<HTMLElement>("[popover]:popover-open")?.hidePopover();
		obey({ do: "palette" });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (opensPalette(event)) return openPalette(event);
		if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
		// An open popover handles Esc itself.
		const isPopoverOpen = document.querySelector("[popover]:popover-open") !== null;
		if (isTyping(event.target) || isPopoverOpen || document.querySelector("dialog[open]")) return;
		const command = read(event.key);
		if (!command) return;
		event.preventDefault();
		obey(command);
	};
	document.addEventListener("keydown", onKeyDown);
	return () => document.removeEventListener("keydown", onKeyDown);
};
