import { existsSync } from "node:fs";
import { migrationState } from "@footfall/api";
import { commandLine } from "@footfall/shared/command-line";
import { explainServerFault, openStore, schemaState } from "@footfall/store";
import type { Configuration } from "../configuration/configuration.ts";
import { openDatabases } from "../storage/open-databases.ts";
import { print, type RunCommand, usageError } from "./command.ts";

const ACCEPTED = { options: { check: { type: "boolean" } } } as const;

interface State {
	pending: readonly string[];
	unknown: readonly string[];
}

type Location = Configuration["accounts" | "events"];

const isMissing = (location: Location): boolean =>
	"directory" in location && !existsSync(location.directory);

/** One line for each difference; none if a start changes nothing. */
const differences = async (
	what: "accounts" | "events",
	location: Location,
	stateOf: () => Promise<State>,
): Promise<string[]> => {
	if (isMissing(location)) return [`${what}: not created yet; the first start creates them`];
	const { pending, unknown } = await stateOf();
	return [
		...pending.map((name) => `${what}: pending  ${name}`),
		...unknown.map((name) => `${what}: unknown  ${name}, from a newer version; run that version`),
	];
};

const check = async ({ accounts, events }: Configuration): Promise<string[]> => [
	...(await differences("accounts", accounts, () => migrationState(accounts))),
	...(await differences("events", events, async () => {
		const store = openStore(events);
		try {
			return await schemaState(store);
		} catch (error) {
			throw explainServerFault(error) ?? error;
		} finally {
			await store.close();
		}
	})),
];

/**
 * Applies schema migrations, as every start does; `--check` only compares, and exits 1 if a start would change
 * something or fail.
 */
export const run: RunCommand = async (parameters, { configuration, log }) => {
	const { values } = commandLine(parameters, ACCEPTED, usageError);
	const isCheck = values.check === true;
	if (!isCheck) await (await openDatabases(configuration, log)).close();
	const lines = isCheck ? await check(configuration) : [];
	print(`${lines.join("\n") || "The schema is up to date"}\n`);
	return lines.length === 0 ? 0 : 1;
};
