import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { startAnalytics } from "./analytics.ts";
import { App } from "./app.tsx";

// Not in an effect: it belongs to the page and not to a component, and strict mode runs effects twice.
startAnalytics();

const root = document.querySelector("#root");
if (root)
	createRoot(root).render(
		<StrictMode>
			<BrowserRouter>
				<App />
			</BrowserRouter>
		</StrictMode>,
	);
