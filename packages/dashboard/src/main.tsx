import "./style/tokens.css";
import "./style/base.css";
import { render } from "preact";
import { followBrowser } from "./api/query-client.ts";
import { followRefusals } from "./api/refusals.ts";
import { App } from "./app.tsx";
import { fetchPages } from "./page/pages.ts";
import { fetchParts } from "./shell/lazy/lazy-part.tsx";
import { applyTheme } from "./shell/preference/preferences.ts";

const QUIET_MS = 2000;

applyTheme();
followBrowser();
followRefusals();
const root = document.getElementById("app");
if (root) render(<App />, root);
// After what is looked at first: a menu or a page that opens later is then there sooner.
const fetchLater = () => {
	fetchParts();
	fetchPages().catch(() => {});
};
addEventListener("load", () => setTimeout(fetchLater, QUIET_MS));
