import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const GATEWAY = fileURLToPath(
	new URL("../../../../test/bench/gateway/gateway-product.mjs", import.meta.url),
);

export interface GatewayProcess {
	url: string;
	/** The longest turn of its event loop since the last call, in ms. */
	longestTurn(): Promise<number>;
	stop(): Promise<void>;
}

/** Starts the built gateway in a process of its own, which reports the delay of its event loop. */
export const startGatewayProcess = async (): Promise<GatewayProcess> => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-gateway-"));
	const gateway = spawn(process.execPath, [GATEWAY, directory], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const exited = once(gateway, "exit");
	const [{ port }] = (await once(gateway, "message")) as [{ port: number }];
	return {
		url: `http://127.0.0.1:${port}`,
		longestTurn: async () => {
			const answer = once(gateway, "message");
			gateway.send("report");
			const [{ stalledMs }] = (await answer) as [{ stalledMs: number }];
			return stalledMs;
		},
		stop: async () => {
			gateway.kill();
			await exited;
			rmSync(directory, { recursive: true, force: true });
		},
	};
};
