import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SENDER = fileURLToPath(
	new URL("../../../../test/bench/gateway/gateway-load.mjs", import.meta.url),
);

export interface NoiseOptions {
	port: number;
	siteId: string;
	seconds: number;
	connections: number;
	/** Events per second, sent when they are due; absent = each connection sends its next when the last is answered. */
	rate?: number;
}

export interface Noise {
	/** The number of responses, and how many had each status other than 200. */
	replies: number;
	others: Record<string, number>;
}

/** Sends events from a separate process, so that the load does not slow the caller's process. */
export const sendNoise = async (options: NoiseOptions): Promise<Noise> => {
	const sender = spawn(process.execPath, [SENDER, JSON.stringify(options)], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const said = once(sender, "message");
	const [code] = await once(sender, "exit");
	if (code !== 0) throw new Error(`The sender of noise ended with ${code}`);
	const [{ replies, refused }] = (await said) as [{ replies: number; refused: [string, number][] }];
	return { replies, others: Object.fromEntries(refused) };
};
