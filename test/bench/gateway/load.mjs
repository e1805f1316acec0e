import { fileURLToPath } from "node:url";

/** The load generator; its parameter is JSON. */
export const LOAD_SCRIPT = fileURLToPath(new URL("gateway-load.mjs", import.meta.url));

/** What a process of the load generator sends at its end; `atStart` is called when its warm-up is over. */
export const loadResult = (child, atStart) =>
	new Promise((resolve, reject) => {
		child.on("message", (message) => {
			if (message.warm) atStart?.();
			else resolve(message);
		});
		child.once("error", reject);
		child.once("exit", (code) => reject(new Error(`The load generator ended with ${code}`)));
	});
