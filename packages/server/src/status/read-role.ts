import type { DestinationState } from "@footfall/api";
import { EnvironmentError } from "@footfall/shared/environment";
import { withoutTrailing } from "@footfall/shared/text/without-trailing";
import { whyNoTls } from "@footfall/shared/unreachable";

/** A role's answer at its address. */
export interface RoleStatus {
	role: string;
	address: string;
	version: string;
	ready: boolean;
	/** Why it is not ready. */
	reason: string;
	/** Age of the oldest record not loaded yet, in ms; absent for an api. */
	oldestQueuedMs?: number;
	/** The event store's disk, from the role's metrics; absent in a gateway, or without METRICS_TOKEN. */
	storage?: { bytes: number; perMillionEvents: number; freeBytes: number; fullInSeconds: number };
	/** What each destination does; absent in a role that was asked at its address. */
	destinations?: readonly DestinationState[];
}

const WITHIN_MS = 5_000;

/** @throws EnvironmentError for an invalid address */
export const roleAddress = (text: string): string => {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
		throw new EnvironmentError(`${text}: must be a role's address like http://127.0.0.1:3000`);
	const { origin, pathname } = new URL(text);
	return origin + withoutTrailing(pathname, "/");
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

const codeOf = (error: unknown): string => {
	const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
	return cause?.code ?? cause?.message ?? message;
};

/** Errors of a machine or process that may be down for a while. */
const AWAY = new Set(
	"ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ETIMEDOUT EPIPE UND_ERR_SOCKET".split(" "),
);
const CERTIFICATE = /CERT|SSL|TLS|ERR_HOSTNAME|ALTNAME/i;

/**
 * Why a role does not answer.
 * @throws EnvironmentError if only another address or certificate would help
 */
const absenceOf = (address: string, error: unknown): string => {
	if ((error as Error).name === "TimeoutError") return `no answer within ${WITHIN_MS / 1000} s`;
	const code = codeOf(error);
	if (AWAY.has(code)) return code;
	const noTls = whyNoTls(code);
	if (noTls !== undefined) throw new EnvironmentError(`${address}: ${noTls}.`);
	if (CERTIFICATE.test(code))
		throw new EnvironmentError(
			`${address}: its certificate cannot be trusted (${code}); use the host name that it is for, or set NODE_EXTRA_CA_CERTS to the authority that signed it.`,
		);
	throw new EnvironmentError(`${address}: cannot be reached (${code}); check the address.`);
};

const jsonOf = async (response: Response): Promise<Record<string, unknown>> => {
	try {
		return (await response.json()) as Record<string, unknown>;
	} catch {
		return {};
	}
};

/**
 * Queries a role at its address. One that does not answer counts as not ready, for that reason.
 * @throws EnvironmentError for an address that is no role's, or a token that is not its own
 */
export const readRole = async (address: string, token: string | undefined): Promise<RoleStatus> => {
	let answers: Response[];
	try {
		answers = await Promise.all([
			get(`${address}/healthz`),
			get(`${address}/ready`),
			get(`${address}/metrics`, token),
		]);
	} catch (error) {
		const reason = absenceOf(address, error);
		return { role: "", address, version: "", ready: false, reason };
	}
	const [health, readiness, metrics] = answers as [Response, Response, Response];
	const identity = await jsonOf(health);
	const state = await jsonOf(readiness);
	if (identity["alive"] !== true)
		throw new EnvironmentError(
			`${address}: the server there is not Footfall; name a role's address like http://127.0.0.1:3000.`,
		);
	const metricsText = await metrics.text();
	if (!metrics.ok && token !== undefined)
		throw new EnvironmentError(
			`${address}: rejects this METRICS_TOKEN; set it to that of the role, or unset it to leave out the disk figures.`,
		);
	const storage = metrics.ok ? storageIn(metricsText) : undefined;
	const lag = state["oldestQueuedMs"];
	return {
		role: textOf(identity["role"]),
		address,
		version: textOf(identity["version"]),
		ready: readiness.status === 200,
		reason: textOf(state["reason"]),
		...(typeof lag === "number" && { oldestQueuedMs: lag }),
		...(storage && { storage }),
	};
};
