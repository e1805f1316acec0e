import { existsSync } from "node:fs";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import { VERSION } from "@footfall/shared/version";
import { holdProduct } from "../backend-calls/hold-product.ts";
import { elsewhereOf, nothingHere, savingText } from "../backup/elsewhere.ts";
import { writeLastBackup } from "../backup/last-backup.ts";
import { openTarget } from "../backup/open-target.ts";
import { pruneBackups } from "../backup/prune-backups.ts";
import { secretDigest } from "../backup/secret-digest.ts";
import { sizeText } from "../backup/size-text.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { requireAccess, requireDataDirectory } from "../configuration/require-data.ts";
import { print, type RunCommand, usageError } from "./command.ts";
import { createProgressLines } from "./progress-lines.ts";

const ACCEPTED = { options: { keep: { type: "string" } }, allowPositionals: true } as const;

/** @throws UsageError that says what is missing */
export const backupOptions = (parameters: readonly string[]) => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	const [to, ...others] = positionals;
	if (to === undefined || to === "" || others.length > 0)
		throw usageError("Name one folder or bucket to back up to.");
	const { keep } = values;
	if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
		throw usageError(`--keep must be a number of backups, 1 or more, not "${keep}".`);
	return { to, keep: keep === undefined ? undefined : Number(keep) };
};

export const run: RunCommand = async (parameters, { configuration, log }) => {
	const { to, keep } = backupOptions(parameters);
	const { dataDirectory } = configuration;
	requireAccess(configuration);
	const elsewhere = elsewhereOf(configuration);
	if (elsewhere.length > 0 && !existsSync(dataDirectory))
		throw new EnvironmentError(nothingHere(dataDirectory, elsewhere));
	requireDataDirectory(configuration);
	const startedAt = performance.now();
	const target = openTarget(to, configuration, true);
	// Check that the target is reachable before freezing the product.
	await target.list();
	const { product, release, requireHeld } = await holdProduct(configuration, log);
	try {
		if (product.trees.length === 0)
			throw new EnvironmentError(nothingHere(dataDirectory, product.elsewhere));
		print(
			`Copying the product as of ${product.at} to ${target.name}; loading paused for ${product.pausedMs} ms\n`,
		);
		const written = await writeBackup({
			target,
			product,
			version: VERSION,
			secret: secretDigest(configuration.secrets().internalToken),
			progress: createProgressLines("Copied"),
			requireHeld,
		});
		const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
		writeLastBackup(dataDirectory, {
			...{ ...written, to: target.name, at: product.at, seconds },
		});
		print(
			`The backup ${written.name} is complete: ${sizeText(written.bytes)}, ${sizeText(written.writtenBytes)} of it new, in ${seconds} s\n`,
		);
		print(savingText(product.elsewhere));
	} finally {
		await release();
	}
	if (keep !== undefined)
		for (const name of await pruneBackups(target, keep, Date.now())) print(`Removed ${name}\n`);
	return 0;
};
