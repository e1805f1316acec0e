import "./style/tokens.css";
import "./style/base.css";
import { render } from "preact";
import { followBrowser } from "./api/query-client.ts";
import { followRefusals } from "./api/refusals.ts";
import { App } from "./app.tsx";
import { fetchParts } from "./shell/lazy/lazy-part.tsx";
import { applyTheme } from "./shell/preferences.ts";

const QUIET_MS = 2000;

applyTheme();
followBrowser();
followRefusals();
const root = document.getElementById("app");
if (root) render(<App />, root);
// After what is looked at first: a menu that opens later is then there at once.
addEventListener("load", () => setTimeout(fetchParts, QUIET_MS));
