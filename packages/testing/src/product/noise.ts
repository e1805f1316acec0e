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
	/** How many answers came, and how many of them were of each status other than 200. */
	replies: number;
	others: Record<string, number>;
}

/** Sends events from a process of its own, so that who listens here does not feel the sending. */
export const makeNoise = async (options: NoiseOptions): Promise<Noise> => {
	const sender = spawn(process.execPath, [SENDER, JSON.stringify(options)], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const said = once(sender, "message");
	const [code] = await once(sender, "exit");
	if (code !== 0) throw new Error(`The sender of noise ended with ${code}`);
	const [{ replies, refused }] = (await said) as [{ replies: number; refused: [string, number][] }];
	return { replies, others: Object.fromEntries(refused) };
};
