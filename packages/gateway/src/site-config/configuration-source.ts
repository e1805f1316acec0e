import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import {
	CHANGES_MANIPULATION,
	CHANGES_STATUS,
	CONFIGURATION_PATH,
	STORE_DAMAGE_HEADER,
	type StoreDamage,
} from "@footfall/shared/site";
import { VERSION } from "@footfall/shared/version";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { Backend } from "../backend/backend.ts";
import {
	type CompiledConfiguration,
	changedConfigurationOf,
	compiledConfigurationOf,
} from "./configuration.ts";
import { createLastGoodKeeper, lastGood } from "./last-good.ts";
import { BadSnapshotError, changesOf, keptSnapshotOf, snapshotOf } from "./snapshot.ts";

/** Changes take effect within a second: two pulls. */
const PULL_INTERVAL_MS = 500;
/** A slow backend gets this much time between two pulls. */
const LEAST_PAUSE_MS = 100;
/** All of 10,000 sites take a busy backend several seconds. */
const PULL_TIMEOUT_MS = 10_000;
/** Gateway and backend start together, and a first start takes a while: until then a missing backend is not a fault. */
const STARTS_WITHIN_MS = 30_000;
const NOT_THERE = new Set(["ENOENT", "ECONNREFUSED"]);
/** A hundred thousand sites with a few exclusions each stay far below this. */
const MAX_SNAPSHOT_BYTES = 256 * 1024 * 1024;

export interface ConfigurationSource {
	/** `undefined` until a first snapshot was pulled or found on disk. */
	current(): CompiledConfiguration | undefined;
	/** When the backend last confirmed the current one, in ms since the epoch; 0 before it has. */
	confirmedAt(): number;
	/** Why the last pull failed; "" after a success. */
	fault(): string;
	/** Whether the backend answered the last pull; false before the first. */
	isReached(): boolean;
	/** A damaged event store, as last reported by the backend. */
	storeDamage(): StoreDamage | undefined;
	/** Resolves at the first snapshot. */
	ready: Promise<void>;
	close(): Promise<void>;
}

/** The gateway's token is derived from `SECRET`. */
const SECRET_DIFFERS =
	"SECRET differs: the api has a different one from this gateway. Give every role the same SECRET, or the same DATA_DIR/secret, and restart them";

interface Pulled {
	status: number;
	/** The version that changes apply to, as an entity tag. */
	deltaBase: string | undefined;
	body: string;
	damage: StoreDamage | undefined;
}

/** @throws BadSnapshotError for an invalid header */
const damageIn = (header: string | string[] | undefined): StoreDamage | undefined => {
	if (header === undefined) return undefined;
	try {
		const { reason, advice } = JSON.parse(decodeURIComponent(String(header))) as StoreDamage;
		return { reason: String(reason), advice: String(advice) };
	} catch {
		throw new BadSnapshotError(`The backend sent an unreadable ${STORE_DAMAGE_HEADER}`);
	}
};

const textOf = async (response: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of response as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > MAX_SNAPSHOT_BYTES)
			throw new BadSnapshotError(`The snapshot is larger than ${MAX_SNAPSHOT_BYTES} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
};

const pull = async (
	backend: Backend,
	token: string,
	etag: string | undefined,
	signal: AbortSignal,
): Promise<Pulled> => {
	const request = backend.request({
		path: CONFIGURATION_PATH,
		timeout: PULL_TIMEOUT_MS,
		signal,
		headers: {
			Host: "backend",
			Authorization: `Bearer ${token}`,
			...(etag === undefined ? {} : { "If-None-Match": etag, "A-IM": CHANGES_MANIPULATION }),
		},
	});
	const failed = once(request, "error").then(([error]) => Promise.reject(error));
	// It may fail after the whole answer has arrived.
	failed.catch(() => undefined);
	request.on("timeout", () => request.destroy(new Error("The backend did not answer in time")));
	request.end();
	const answered = async (): Promise<Pulled> => {
		const [response] = (await once(request, "response")) as [IncomingMessage];
		const body = await textOf(response);
		const damage = damageIn(response.headers[STORE_DAMAGE_HEADER]);
		const deltaBase = response.headers["delta-base"]?.toString();
		return { status: response.statusCode ?? 0, deltaBase, body, damage };
	};
	return Promise.race([answered(), failed]);
};

/** Starts from the last good snapshot on disk, then pulls the backend's. Resolves once the disk has been read. */
export const followConfiguration = async (options: {
	backend: Backend | undefined;
	internalToken: string;
	lastGoodPath: string;
	/** How long a missing backend counts as starting. 30 s unless given. */
	startsWithinMs?: number;
	log: Logger;
}): Promise<ConfigurationSource> => {
	const { backend, internalToken, lastGoodPath, startsWithinMs = STARTS_WITHIN_MS, log } = options;
	let current: CompiledConfiguration | undefined;
	let confirmedAt = 0;
	let fault = "";
	let isReached = false;
	let storeDamage: StoreDamage | undefined;
	let announce: () => void;
	const ready = new Promise<void>((resolve) => {
		announce = resolve;
	});

	/** The version that the backend need not send again; `undefined` if its content may be incomplete. */
	let known: string | undefined;
	const adopt = (configuration: CompiledConfiguration, version: string | undefined) => {
		current = configuration;
		known = version;
		announce();
	};

	const followingSince = Date.now();
	const isStillStarting = ({ code = "" }: NodeJS.ErrnoException) =>
		NOT_THERE.has(code) && confirmedAt === 0 && Date.now() - followingSince < startsWithinMs;

	/** Logs a persistent fault once, not twice a second. */
	const report = (error: unknown) => {
		const { message } = error as Error;
		isReached = false;
		if (message === fault || isStillStarting(error as NodeJS.ErrnoException)) return;
		fault = message;
		log.warn(
			{ error: message, version: current?.version },
			"The site configuration could not be fetched",
		);
	};

	const kept = await lastGood(lastGoodPath).catch(report);
	if (kept !== undefined)
		try {
			const { keptBy, ...snapshot } = keptSnapshotOf(kept);
			adopt(compiledConfigurationOf(snapshot), keptBy === VERSION ? snapshot.version : undefined);
			log.info({ version: current?.version }, "The site configuration was read from disk");
		} catch (error) {
			report(error);
		}
	const keeper = createLastGoodKeeper(lastGoodPath, known);

	const pulledConfiguration = ({ status, deltaBase, body }: Pulled): CompiledConfiguration => {
		if (status === 200) return compiledConfigurationOf(snapshotOf(body), current);
		if (current === undefined || deltaBase !== `"${current.version}"`)
			throw new BadSnapshotError(
				`The backend sent changes to ${deltaBase}, which is not the version in use`,
			);
		return changedConfigurationOf(current, changesOf(body));
	};

	const pullOnce = async (from: Backend, signal: AbortSignal) => {
		const etag = known === undefined ? undefined : `"${known}"`;
		const pulled = await pull(from, internalToken, etag, signal);
		const { status, damage } = pulled;
		if (status === 200 || status === CHANGES_STATUS) {
			const configuration = pulledConfiguration(pulled);
			adopt(configuration, configuration.version);
			log.info({ version: current?.version }, "The site configuration was updated");
		} else if (status === 401) throw new Error(SECRET_DIFFERS);
		else if (status !== 304) throw new Error(`The backend answered ${status}`);
		storeDamage = damage;
		confirmedAt = Date.now();
		isReached = true;
		fault = "";
		if (current !== undefined) await keeper.keep(current);
	};

	const pulling =
		backend &&
		startPeriodicJob((signal) => pullOnce(backend, signal), {
			// By the clock, so that a slow answer or disk does not delay the next change.
			pauseMs: (tookMs) => Math.max(LEAST_PAUSE_MS, PULL_INTERVAL_MS - tookMs),
			failed: report,
		});

	return {
		current: () => current,
		confirmedAt: () => confirmedAt,
		fault: () => fault,
		isReached: () => isReached,
		storeDamage: () => storeDamage,
		ready,
		close: async () => {
			await pulling?.close();
			if (current !== undefined && confirmedAt > 0) await keeper.keep(current, true).catch(report);
		},
	};
};
