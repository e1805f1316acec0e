import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import { VERSION } from "@footfall/shared/version";
import { restoringText } from "../backup/elsewhere.ts";
import type { BackupManifest } from "../backup/manifest.ts";
import { openTarget } from "../backup/open-target.ts";
import { findBackup, restoreBackup } from "../backup/restore-backup.ts";
import { secretDigest } from "../backup/secret-digest.ts";
import { calledAs } from "../configuration/called-as.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { print, type RunCommand, usageError } from "./command.ts";
import { createProgressLines } from "./progress-lines.ts";

const ACCEPTED = { options: { backup: { type: "string" } }, allowPositionals: true } as const;

/**
 * @throws EnvironmentError if the product would run with another secret, because every visitor would be counted as new
 */
const requireSecret = ({ items, secret }: BackupManifest, configuration: Configuration): void => {
	const { SECRET } = configuration;
	if (SECRET === undefined && items.some(({ path }) => path === "secret")) return;
	if (SECRET !== undefined && secretDigest(configuration.secrets().internalToken) === secret)
		return;
	throw new EnvironmentError(
		SECRET === undefined
			? "The backup does not contain the secret of its product, because that was set with SECRET. Set SECRET to the same value for the restore and for the product."
			: "SECRET differs from that of the backup. Set it to the same value, or unset it if the backup contains its secret.",
	);
};

export const run: RunCommand = async (parameters, { configuration }) => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	const [from, ...others] = positionals;
	if (from === undefined || from === "" || others.length > 0)
		throw usageError("Name one folder or bucket to restore from.");
	const target = openTarget(from, configuration, false);
	const backup = await findBackup(target, values.backup, VERSION);
	const { name, manifest } = backup;
	requireSecret(manifest, configuration);
	const { dataDirectory } = configuration;
	print(`Restoring ${name} from ${target.name} into ${dataDirectory}\n`);
	await restoreBackup({ target, backup, dataDirectory, progress: createProgressLines("Restored") });
	print(`${dataDirectory} is as it was at ${manifest.at}\n`);
	print(restoringText(manifest.elsewhere) || `Start the product with "${calledAs()} start"\n`);
	return 0;
};
