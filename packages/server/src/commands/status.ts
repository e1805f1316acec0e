import { existsSync } from "node:fs";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import { postToBackend } from "../backend-calls/post-to-backend.ts";
import { readLastBackup } from "../backup/last-backup.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { requireAccess } from "../configuration/require-data.ts";
import { gatewayAddresses } from "../status/gateway-address.ts";
import { localBackend } from "../status/local-status.ts";
import { type RoleStatus, readRole, roleAddress } from "../status/read-role.ts";
import { statusText } from "../status/status-text.ts";
import { print, type RunCommand, usageError } from "./command.ts";

const ACCEPTED = { options: { json: { type: "boolean" } }, allowPositionals: true } as const;
const MOST_ADDRESSES = 256;

/** The first role that answers at these addresses; otherwise the state at the last, which the variables name. */
const firstThere = async (
	[address = "", ...others]: readonly string[],
	token: string | undefined,
): Promise<RoleStatus> => {
	if (others.length === 0) return readRole(address, token);
	// Another program may have taken the port since; the variables are not at fault.
	const found = await readRole(address, token).catch(() => undefined);
	return found !== undefined && found.version !== "" ? found : firstThere(others, token);
};

/** Gateway and backend of this machine. @throws EnvironmentError if neither runs */
const localRoles = async (configuration: Configuration): Promise<RoleStatus[]> => {
	const { HOST, PORT, METRICS_TOKEN, dataDirectory } = configuration;
	requireAccess(configuration);
	const backend = await localBackend(configuration, postToBackend);
	const gateway = await firstThere(gatewayAddresses(dataDirectory, HOST, PORT), METRICS_TOKEN);
	if (backend === undefined && (gateway.version === "" || !existsSync(dataDirectory)))
		throw new EnvironmentError(
			`No product is running on ${dataDirectory} and ${gateway.address}. Set DATA_DIR, HOST and PORT to its values, or name the addresses of its roles.`,
		);
	return [gateway, ...(backend ? [backend] : [])];
};

/** Prints the roles' state; resolves to 0 if all of them are ready, else to 1. */
export const run: RunCommand = async (parameters, { configuration }) => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	if (positionals.length > MOST_ADDRESSES) throw usageError("Too many addresses.");
	const addresses = positionals.map(roleAddress);
	const { dataDirectory, METRICS_TOKEN } = configuration;
	const isLocal = addresses.length === 0;
	const roles = isLocal
		? await localRoles(configuration)
		: await Promise.all(addresses.map((address) => readRole(address, METRICS_TOKEN)));
	const lastBackup = readLastBackup(dataDirectory);
	if (values.json)
		print(`${JSON.stringify({ roles, lastBackup: lastBackup ?? null }, null, "\t")}\n`);
	else print(statusText(roles, lastBackup ?? (isLocal ? undefined : "elsewhere")));
	return roles.every(({ ready }) => ready) ? 0 : 1;
};
