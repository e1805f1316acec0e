import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { eventually } from "../../eventually.ts";
import { freePorts } from "../../network/free-ports.ts";
import type { Engine } from "./engine.ts";
import { killTree } from "./kill-tree.ts";
import { programPath } from "./program-path.ts";
import { holdMouse } from "./screen-mouse.ts";
import { startUnattended } from "./unattended.ts";
import { hasVirtualDisplay, startVirtualDisplay } from "./virtual-display.ts";
import { createWebkitBrowser } from "./webkit-browser.ts";

const driverPath = programPath(process.env["WEBKIT_DRIVER_PATH"], "/usr/bin/WebKitWebDriver");
const libraries = programPath("/usr/lib") ? readdirSync("/usr/lib") : [];
const browserPath =
	programPath(
		process.env["WEBKIT_PATH"],
		...libraries.map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`),
	) ?? "";

const environment = (display: string): NodeJS.ProcessEnv => ({
	...process.env,
	DISPLAY: display,
	// The browser's language is set by this variable, even on a system without the locale.
	LC_ALL: "en_US.UTF-8",
	// The sandbox needs namespaces that a container does not grant.
	WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
});

/** Makes pages prefer reduced motion. */
const WITHOUT_MOTION = {
	XDG_CONFIG_HOME: fileURLToPath(new URL("without-motion", import.meta.url)),
};

const isListening = (url: string) =>
	fetch(`${url}/status`).then(
		({ ok }) => ok,
		() => false,
	);

const connect = (url: string): Promise<WebDriver> =>
	new Builder()
		.usingServer(url)
		.withCapabilities(
			new Capabilities({
				browserName: "MiniBrowser",
				"webkitgtk:browserOptions": { binary: browserPath, args: ["--automation"] },
			}),
		)
		.build();

export const webkit: Engine = {
	name: "WebKit",
	missing: () =>
		driverPath && browserPath && hasVirtualDisplay
			? undefined
			: {
					name: "webkit",
					reason:
						"no WebKit with its WebDriver and a screen in memory (Debian: apt-get install webkit2gtk-driver xvfb)",
				},
	launch: async ({ isPerson = false } = {}) => {
		if (!driverPath) throw new Error("No WebKitWebDriver");
		const display = await startVirtualDisplay();
		const [port] = await freePorts(1);
		const service = spawn(driverPath, [`--port=${port}`, "--host=127.0.0.1"], {
			env: { ...environment(display.name), ...(isPerson && WITHOUT_MOTION) },
			stdio: "ignore",
		});
		const exit = once(service, "exit");
		const url = `http://127.0.0.1:${port}`;
		await eventually(() => isListening(url), Boolean);
		const driver = await connect(url);
		const mouse = await holdMouse(display.name);
		return createWebkitBrowser(driver, await driver.getWindowHandle(), mouse, {
			close: async () => {
				mouse.close();
				// A killed browser cannot answer this.
				await driver.quit().catch(() => undefined);
				service.kill();
				await exit;
				await display.close();
			},
			kill: () => {
				if (service.pid !== undefined) killTree(service.pid, false);
			},
		});
	},
	openUnattended: async (url) => {
		const display = await startVirtualDisplay();
		const close = await startUnattended(
			() => [browserPath, "--private", url],
			environment(display.name),
		);
		return async () => {
			await close();
			await display.close();
		};
	},
};
