import type { Logger } from "@footfall/shared/logger";
import { startPeriodicJob } from "@footfall/shared/periodic-job";
import { CONFIGURATION_PATH, STORE_DAMAGE_HEADER, type StoreDamage } from "@footfall/shared/site";
import type { Backend } from "../backend/backend.ts";
import { type Configuration, compiledConfigurationOf } from "./configuration.ts";
import { keepLastGood, lastGood } from "./last-good.ts";
import { BadSnapshotError, snapshotOf } from "./snapshot.ts";

/** A change is to be live within a second, so it is asked for twice in that time. */
const PULL_INTERVAL_MS = 500;
/** A backend that takes longer than that is not asked all the time. */
const LEAST_PAUSE_MS = 100;
const PULL_TIMEOUT_MS = 2_000;
/** Gateway and backend start together, and a first start takes a while: until then nobody is missing yet. */
const STARTS_WITHIN_MS = 30_000;
const NOT_THERE = new Set(["ENOENT", "ECONNREFUSED"]);
/** Hundred thousand sites with a few exclusions each stay far below this. */
const MAX_SNAPSHOT_BYTES = 256 * 1024 * 1024;

export interface ConfigurationSource {
	/** `undefined` until a first snapshot was seen, here or in an earlier life. */
	current(): Configuration | undefined;
	/** When the backend last confirmed the current one, ms since the epoch; 0 when it has not yet. */
	confirmedAt(): number;
	/** Why the backend's configuration cannot be had at the moment; "" while it can. */
	fault(): string;
	/** What the backend last said of a damaged event store. */
	storeDamage(): StoreDamage | undefined;
	/** Resolves at the first snapshot. */
	ready: Promise<void>;
	close(): Promise<void>;
}

export interface PullerOptions {
	backend: Backend | undefined;
	internalToken: string;
	lastGoodPath: string;
	/** So long a backend that is not there yet is only starting. 30 s unless given. */
	startsWithinMs?: number;
	log: Logger;
}

/** What the gateway presents is derived from it. */
const SECRET_DIFFERS =
	"SECRET differs: the api does not have the one of this gateway. Give every role the same SECRET, or the same DATA_DIR/secret, and start them again";

interface Pulled {
	status: number;
	body: string;
	damage: StoreDamage | undefined;
}

/** @throws BadSnapshotError for a header that is none of ours */
const damageIn = (header: string | string[] | undefined): StoreDamage | undefined => {
	if (header === undefined) return undefined;
	try {
		const { reason, advice } = JSON.parse(decodeURIComponent(String(header))) as StoreDamage;
		return { reason: String(reason), advice: String(advice) };
	} catch {
		throw new BadSnapshotError(`The backend sent a ${STORE_DAMAGE_HEADER} that cannot be read`);
	}
};

const pull = (backend: Backend, token: string, etag: string | undefined, signal: AbortSignal) =>
	new Promise<Pulled>((resolve, reject) => {
		const request = backend.request({
			path: CONFIGURATION_PATH,
			timeout: PULL_TIMEOUT_MS,
			signal,
			headers: {
				Host: "backend",
				Authorization: `Bearer ${token}`,
				...(etag === undefined ? {} : { "If-None-Match": etag }),
			},
		});
		request.on("timeout", () => request.destroy(new Error("The backend did not answer in time")));
		request.on("error", reject);
		request.on("response", (response) => {
			const chunks: Buffer[] = [];
			let bytes = 0;
			response.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
				if (bytes > MAX_SNAPSHOT_BYTES)
					request.destroy(
						new BadSnapshotError(`The snapshot is above ${MAX_SNAPSHOT_BYTES} bytes`),
					);
				else chunks.push(chunk);
			});
			response.on("error", reject);
			response.on("end", () => {
				try {
					const damage = damageIn(response.headers[STORE_DAMAGE_HEADER]);
					const body = Buffer.concat(chunks).toString();
					resolve({ status: response.statusCode ?? 0, body, damage });
				} catch (error) {
					reject(error);
				}
			});
		});
		request.end();
	});

/** Starts from the last good snapshot on disk, then follows the backend's. Resolves once the disk was read. */
export const followConfiguration = async (options: PullerOptions): Promise<ConfigurationSource> => {
	const { backend, internalToken, lastGoodPath, startsWithinMs = STARTS_WITHIN_MS, log } = options;
	let current: Configuration | undefined;
	let confirmedAt = 0;
	let trouble = "";
	let storeDamage: StoreDamage | undefined;
	let announce: () => void;
	const ready = new Promise<void>((resolve) => {
		announce = resolve;
	});

	const adopt = (text: string) => {
		current = compiledConfigurationOf(snapshotOf(text), current);
		announce();
	};

	const followingSince = Date.now();
	const isStillStarting = ({ code = "" }: NodeJS.ErrnoException) =>
		NOT_THERE.has(code) && confirmedAt === 0 && Date.now() - followingSince < startsWithinMs;

	/** Says each trouble once, not twice a second. */
	const report = (error: unknown) => {
		const { message } = error as Error;
		if (message === trouble || isStillStarting(error as NodeJS.ErrnoException)) return;
		trouble = message;
		log.warn({ error: message, version: current?.version }, "configuration not pulled");
	};

	const pullOnce = async (from: Backend, signal: AbortSignal) => {
		const etag = current === undefined ? undefined : `"${current.version}"`;
		const { status, body, damage } = await pull(from, internalToken, etag, signal);
		if (status === 200) {
			adopt(body);
			log.info({ version: current?.version }, "configuration adopted");
			await keepLastGood(lastGoodPath, body);
		} else if (status === 401) throw new Error(SECRET_DIFFERS);
		else if (status !== 304) throw new Error(`The backend answered ${status}`);
		storeDamage = damage;
		confirmedAt = Date.now();
		trouble = "";
	};

	const kept = await lastGood(lastGoodPath).catch(report);
	if (kept !== undefined)
		try {
			adopt(kept);
			log.info({ version: current?.version }, "configuration taken from disk");
		} catch (error) {
			report(error);
		}

	const pulling =
		backend &&
		startPeriodicJob((signal) => pullOnce(backend, signal), {
			// By the clock, so that a slow answer or disk does not make the next change wait longer.
			pauseMs: (tookMs) => Math.max(LEAST_PAUSE_MS, PULL_INTERVAL_MS - tookMs),
			failed: report,
		});

	return {
		current: () => current,
		confirmedAt: () => confirmedAt,
		fault: () => trouble,
		storeDamage: () => storeDamage,
		ready,
		close: async () => pulling?.close(),
	};
};
