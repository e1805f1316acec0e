import { Analytics } from "footfall-tracker/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./app.tsx";

const root = document.querySelector("#root");
if (root)
	createRoot(root).render(
		<StrictMode>
			<Analytics
				siteId={import.meta.env.VITE_FOOTFALL_SITE_ID}
				host={import.meta.env.VITE_FOOTFALL_HOST}
			/>
			<BrowserRouter>
				<App />
			</BrowserRouter>
		</StrictMode>,
	);
