import "./style/tokens.css";
import "./style/base.css";
import { render } from "preact";
import { queryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { applyTheme } from "./shell/preferences.ts";

applyTheme();
// Asks again when the page is looked at again, or the connection is back.
queryClient.mount();
const root = document.getElementById("app");
if (root) render(<App />, root);
