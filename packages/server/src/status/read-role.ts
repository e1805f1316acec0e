import { EnvironmentError } from "@footfall/shared/environment";

/** A role as it answers at its address. */
export interface RoleStatus {
	role: string;
	address: string;
	version: string;
	ready: boolean;
	/** Why it is not. */
	reason: string;
	/** Age of the oldest record that is not loaded yet, in ms; absent for an api. */
	oldestQueuedMs?: number;
	/** By its metrics: of the event store; absent in a gateway, or without METRICS_TOKEN. */
	storage?: { bytes: number; perMillionEvents: number; freeBytes: number; fullInSeconds: number };
}

const WITHIN_MS = 5_000;

/** @throws EnvironmentError for what is no address of a role */
export const roleAddress = (text: string): string => {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
		throw new EnvironmentError(`${text}: must be a role's address like http://127.0.0.1:3000`);
	const { origin, pathname } = new URL(text);
	return origin + pathname.replace(/\/+$/, "");
};

const numberIn = (metrics: string, name: string): number =>
	Number(
		new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]?.replace("Inf", "Infinity") ??
			Number.NaN,
	);

const storageIn = (metrics: string): RoleStatus["storage"] => {
	const bytes = numberIn(metrics, "footfall_store_bytes");
	if (Number.isNaN(bytes)) return undefined;
	return {
		bytes,
		perMillionEvents: numberIn(metrics, "footfall_store_bytes_per_million_events"),
		freeBytes: numberIn(metrics, "footfall_store_disk_free_bytes"),
		fullInSeconds: numberIn(metrics, "footfall_store_disk_full_seconds"),
	};
};

const get = (url: string, token?: string) =>
	fetch(url, {
		signal: AbortSignal.timeout(WITHIN_MS),
		redirect: "error",
		...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
	});

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Why an address did not answer, in a few words: a wrong host, port or certificate is named by its code. */
const faultOf = (error: unknown): string => {
	const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
	if (name === "TimeoutError") return `no answer for ${WITHIN_MS / 1000} s`;
	return cause?.code ?? cause?.message ?? message;
};

/** Asks a role at its address. Never rejects: one that does not answer is not ready, for that reason. */
export const readRole = async (address: string, token: string | undefined): Promise<RoleStatus> => {
	try {
		const health = await get(`${address}/healthz`);
		const ready = await get(`${address}/ready`);
		const identity = (await health.json()) as Record<string, unknown>;
		const state = (await ready.json()) as Record<string, unknown>;
		const metrics = await get(`${address}/metrics`, token);
		const storage = metrics.ok ? storageIn(await metrics.text()) : undefined;
		const lag = state["oldestQueuedMs"];
		return {
			role: textOf(identity["role"]),
			address,
			version: textOf(identity["version"]),
			ready: ready.status === 200,
			reason: textOf(state["reason"]),
			...(typeof lag === "number" && { oldestQueuedMs: lag }),
			...(storage && { storage }),
		};
	} catch (error) {
		return { role: "", address, version: "", ready: false, reason: faultOf(error) };
	}
};
