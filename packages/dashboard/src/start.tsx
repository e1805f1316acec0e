import "./style/tokens.css";
import "./style/base.css";
import { render } from "preact";
import { markIdle, markLoaded, whenLoaded } from "./api/idle.ts";
import { followBrowser } from "./api/query-cache.ts";
import { followRefusals } from "./api/refusals.ts";
import { endSentAhead } from "./api/send.ts";
import { App } from "./app.tsx";
import { fetchPages } from "./features/pages.ts";
import { fetchParts } from "./layout/lazy/lazy-part.tsx";
import { currentPlace } from "./router/current-place.ts";
import { destinationOf } from "./router/destination.ts";
import { isolateTexts } from "./ui/isolate-texts.ts";

/** The longest wait for the first responses. */
const IDLE_MS = 2500;
const QUIET_MS = 3000;

const opened = destinationOf(currentPlace().path);
if (opened.to === "site" && opened.page === "overview") setTimeout(markIdle, IDLE_MS);
else markLoaded();
isolateTexts();
followBrowser();
followRefusals();
const draw = (): boolean => {
	const root = document.getElementById("app");
	if (root) render(<App />, root);
	return root !== null;
};
// A cached script may run before the rest of the document is parsed.
if (!draw()) addEventListener("DOMContentLoaded", draw, { once: true });
setTimeout(endSentAhead, QUIET_MS);

/** What a person does before opening a menu or another page. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"];
const present = new Promise<void>((resolve) => {
	for (const sign of SIGNS)
		addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true });
});
/** Longer than a press lasts: on a phone, the first sign is a click that waits for its response. */
const PRESS_MS = 500;
/** Resolves when the browser has nothing to do. */
const free = () =>
	new Promise<unknown>((resolve) => {
		if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve);
		else setTimeout(resolve, PRESS_MS);
	});
// Preloads after the first screen, so that menus and pages open faster later, unless nobody is there to open any.
void Promise.all([whenLoaded(), present]).then(() =>
	setTimeout(async () => {
		await fetchParts(free);
		await fetchPages().catch(() => {});
	}, PRESS_MS),
);
