import { existsSync } from "node:fs";
import { migrationState, openDatabase } from "@footfall/api";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Configuration } from "../configuration.ts";
import { accountsLocation } from "./accounts-location.ts";

const say = (lines: readonly string[]) => process.stdout.write(`${lines.join("\n")}\n`);

/**
 * `footfall migrate` brings the accounts' schema forward, as every start does; `--check` only compares.
 * @returns the exit code: with `--check`, 1 when a start would change something or refuse
 * @throws EnvironmentError for another option
 */
export const migrate = async (
	parameters: readonly string[],
	configuration: Configuration,
): Promise<number> => {
	const location = accountsLocation(configuration);
	if (parameters.length === 0) {
		const { close } = await openDatabase(location, () => {});
		await close();
		say(["The schema is up to date"]);
		return 0;
	}
	if (parameters.join(" ") !== "--check")
		throw new EnvironmentError(`"${parameters.join(" ")}" is not understood; there is --check`);
	if ("directory" in location && !existsSync(location.directory)) {
		say(["There is no database yet; the first start makes it"]);
		return 1;
	}
	const { pending, unknown } = await migrationState(location);
	if (pending.length + unknown.length === 0) {
		say(["The schema is up to date"]);
		return 0;
	}
	say([
		...pending.map((name) => `pending  ${name}`),
		...unknown.map(
			(name) => `unknown  ${name}: of a newer version, which this one does not start on`,
		),
	]);
	return 1;
};
