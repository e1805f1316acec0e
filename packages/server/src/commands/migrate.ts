import { existsSync } from "node:fs";
import { migrationState, openDatabase } from "@footfall/api";
import { EnvironmentError } from "@footfall/shared/environment";
import { openStore, schemaState } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { accountsLocation } from "../storage/accounts-location.ts";
import { eventStore, eventsLocation } from "../storage/event-store.ts";

const say = (lines: readonly string[]) => process.stdout.write(`${lines.join("\n")}\n`);

interface State {
	pending: readonly string[];
	unknown: readonly string[];
}

const isMissing = (location: { directory: string } | { url: string }): boolean =>
	"directory" in location && !existsSync(location.directory);

/** One line for each difference; none where a start changes nothing. */
const differences = async (
	what: "accounts" | "events",
	location: { directory: string } | { url: string },
	stateOf: () => Promise<State>,
): Promise<string[]> => {
	if (isMissing(location)) return [`${what}: not there yet; the first start makes them`];
	const { pending, unknown } = await stateOf();
	return [
		...pending.map((name) => `${what}: pending  ${name}`),
		...unknown.map((name) => `${what}: unknown  ${name}, of a newer version: run that one`),
	];
};

const check = async (configuration: Configuration): Promise<string[]> => {
	const accounts = accountsLocation(configuration);
	const events = eventsLocation(configuration);
	return [
		...(await differences("accounts", accounts, () => migrationState(accounts))),
		...(await differences("events", events, async () => {
			const store = openStore(events);
			try {
				return await schemaState(store);
			} finally {
				await store.close();
			}
		})),
	];
};

/**
 * `footfall migrate` brings the schemas of accounts and events forward, as every start does; `--check` only compares.
 * @returns the exit code: with `--check`, 1 when a start would change something or refuse
 * @throws EnvironmentError for another option
 */
export const migrate = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<number> => {
	if (parameters.length > 0 && parameters.join(" ") !== "--check")
		throw new EnvironmentError(`"${parameters.join(" ")}" is not understood; there is --check`);
	if (parameters.length === 0) {
		const { close } = await openDatabase(accountsLocation(configuration), () => {});
		await close();
		await (await eventStore(configuration, log)).close();
	}
	const lines = parameters.length === 0 ? [] : await check(configuration);
	say(lines.length === 0 ? ["The schema is up to date"] : lines);
	return lines.length === 0 ? 0 : 1;
};
