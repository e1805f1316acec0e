import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { openDatabase } from "@footfall/api";
import { copyAccounts } from "@footfall/api/copy-accounts";
import { copyQueue, sizeOfQueueCopy } from "@footfall/queue";
import { EnvironmentError } from "@footfall/shared/environment";
import { GateBusyError } from "@footfall/shared/waiting/gate";
import { retry } from "@footfall/shared/waiting/retry";
import { freezeStore, type GatedStore, removeFrozen } from "@footfall/store";
import type { Configuration } from "../configuration/configuration.ts";
import { queuesAmong } from "../configuration/data-directory.ts";
import { SOURCE_MAPS } from "../storage/source-maps.ts";
import { BACKUP_DIRECTORY } from "./backup-directory.ts";
import { elsewhereOf } from "./elsewhere.ts";
import { freeBytesOf } from "./folder-target.ts";
import type { FrozenTree, HeldProduct } from "./frozen-product.ts";
import { sizeText } from "./size-text.ts";
import { bytesOfTree, treeEntries } from "./tree.ts";

const FROZEN = /^frozen-/;
/** Time for a batch of the loader, and for a deletion or roll-up of the store. */
const BATCH_WITHIN_MS = 30_000;
const WRITES_WITHIN_MS = 60_000;
const ACCOUNTS_WITHIN_MS = 5_000;
const ATTEMPTS = 5;
const PAUSE_MS = 500;
/** Free space to leave besides the copies. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** Copied unchanged; scripts never change, so they are read in place. */
const SMALL = ["secret", "gateway", "import-logs"];

type Hold = <Result>(task: () => Promise<Result>, maxWaitMs: number) => Promise<Result>;

/** The databases open in this process. */
export interface OpenProduct {
	configuration: Configuration;
	/** Absent without an embedded store. */
	store?: GatedStore | undefined;
	/** Absent without an embedded database. */
	database?: Awaited<ReturnType<typeof openDatabase>>["database"] | undefined;
	/** Runs a task while the loader is paused; at once without a loader. */
	holdLoader: Hold;
}

const sizeOf = (directory: string): number =>
	existsSync(directory) ? bytesOfTree(treeEntries(directory)) : 0;

const queuesOf = ({ dataDirectory, kafka }: Configuration) =>
	queuesAmong(readdirSync(dataDirectory), kafka);

/** @throws EnvironmentError if the copies made for freezing do not fit on the disk */
const requireSpace = ({ configuration, database }: OpenProduct): void => {
	const { dataDirectory, accounts } = configuration;
	const sizes = queuesOf(configuration).map((name) => sizeOfQueueCopy(join(dataDirectory, name)));
	const needed =
		sizes.reduce((sum, bytes) => sum + bytes, SPARE_BYTES) +
		(database && "directory" in accounts ? sizeOf(accounts.directory) : 0);
	const free = freeBytesOf(dataDirectory);
	if (free < needed)
		throw new EnvironmentError(
			`${dataDirectory}: a backup temporarily needs ${sizeText(needed)} here, but only ${sizeText(free)} are free; free up space and run the command again`,
		);
};

/** Removes leftovers of killed backups from a data directory. */
export const removeFrozenProducts = ({ dataDirectory, events }: Configuration): void => {
	const directory = join(dataDirectory, BACKUP_DIRECTORY);
	if (existsSync(directory))
		for (const name of readdirSync(directory).filter((each) => FROZEN.test(each)))
			rmSync(join(directory, name), { recursive: true, force: true });
	if ("directory" in events) removeFrozen(events.directory);
};

/** A map never changes, but may be removed while it is copied: a second name keeps it. */
const linkSourceMaps = (from: string, to: string): void => {
	mkdirSync(to, { recursive: true, mode: 0o700 });
	for (const site of readdirSync(from)) {
		if (!/^\d+$/.test(site)) continue;
		mkdirSync(join(to, site), { mode: 0o700 });
		for (const name of readdirSync(join(from, site)))
			if (!name.startsWith(".")) linkSync(join(from, site, name), join(to, site, name));
	}
};

/**
 * Freezes everything at one moment: the store is paused while the queue's positions are copied, so that every event is
 * in at least one of the two, and the accounts come last, so that they include the site of every event.
 */
const freezeInto = async (product: OpenProduct, to: string): Promise<FrozenTree[]> => {
	const { configuration, store, database } = product;
	const { dataDirectory, accounts, events } = configuration;
	const trees: FrozenTree[] = [];
	const add = (path: string, from: string, more: Partial<FrozenTree> = {}) =>
		trees.push({ path, from, kind: "other", ...more });

	if (store && "directory" in events) {
		const frozen = await freezeStore(store, events.directory, join(to, "engine"));
		for (const part of frozen.parts)
			add(join("store/engine", part), join(frozen.directory, part), { kind: "part" });
		add("store/engine", frozen.directory, { only: frozen.descriptions });
	}
	for (const name of queuesOf(configuration)) {
		if (!existsSync(join(dataDirectory, name))) continue;
		await copyQueue(join(dataDirectory, name), join(to, name));
		add(name, join(to, name));
	}
	if (database && "directory" in accounts) {
		const copy = join(to, "accounts");
		await copyAccounts(database, {
			directory: accounts.directory,
			to: copy,
			maxWaitMs: ACCOUNTS_WITHIN_MS,
		});
		add("accounts", copy, { kind: "accounts" });
	}
	for (const name of SMALL) {
		if (!existsSync(join(dataDirectory, name))) continue;
		cpSync(join(dataDirectory, name), join(to, name), { recursive: true });
		add(name, join(to, name));
	}
	const maps = join(dataDirectory, SOURCE_MAPS);
	if (existsSync(maps)) {
		linkSourceMaps(maps, join(to, SOURCE_MAPS));
		add(SOURCE_MAPS, join(to, SOURCE_MAPS));
	}
	const scripts = join(dataDirectory, "scripts");
	if (existsSync(scripts)) add("scripts", scripts);
	return trees;
};

/**
 * Freezes a product's data on this machine, as of one moment.
 * @throws EnvironmentError if the disk has too little space, or the product is too busy
 */
export const freezeProduct = async (product: OpenProduct): Promise<HeldProduct> => {
	const { configuration, store, holdLoader } = product;
	requireSpace(product);
	const directory = join(configuration.dataDirectory, BACKUP_DIRECTORY);
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const to = join(directory, `frozen-${process.pid}-${Date.now()}`);
	const holdWrites: Hold = (task, maxWaitMs) =>
		store ? store.holdWrites(task, maxWaitMs) : task();
	const release = () => rm(to, { recursive: true, force: true });
	try {
		const frozen = await retry(
			() =>
				holdLoader(() => {
					const heldAt = performance.now();
					return holdWrites(async () => {
						// Left by an earlier attempt.
						await release();
						const at = new Date().toISOString();
						const trees = await freezeInto(product, to);
						return { at, trees, pausedMs: Math.round(performance.now() - heldAt) };
					}, WRITES_WITHIN_MS);
				}, BATCH_WITHIN_MS),
			{
				pauseMs: PAUSE_MS,
				shouldRetry: (error, failures) => error instanceof GateBusyError && failures < ATTEMPTS,
			},
		);
		return {
			product: { ...frozen, directory: to, elsewhere: elsewhereOf(configuration) },
			release,
		};
	} catch (error) {
		await release();
		if (!(error instanceof GateBusyError)) throw error;
		throw new EnvironmentError(
			"The product is too busy for a backup now: a deletion, a roll-up or a batch takes too long, or the event store is unavailable. Check /ready and run the command again.",
		);
	}
};
