import { commandLine } from "@footfall/shared/command-line";
import {
	confirmEmailCommand,
	createKeyCommand,
	createUserCommand,
	resetPasswordCommand,
	resetSecondFactorCommand,
	signInLinkCommand,
} from "./account-commands.ts";
import { ADMIN_HELP } from "./admin-help.ts";
import { type AdminCommand, type AdminDependencies, AdminError } from "./command.ts";
import { demoCommand } from "./demo-command.ts";
import { exportPersonCommand, exportSiteCommand } from "./export-commands.ts";
import {
	deletePersonCommand,
	deleteSiteCommand,
	listSitesCommand,
	moveSiteCommand,
} from "./site-commands.ts";

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
	"create-user": createUserCommand,
	"confirm-email": confirmEmailCommand,
	"reset-password": resetPasswordCommand,
	"reset-second-factor": resetSecondFactorCommand,
	"sign-in-link": signInLinkCommand,
	"create-key": createKeyCommand,
	"list-sites": listSitesCommand,
	"move-site": moveSiteCommand,
	"export-site": exportSiteCommand,
	"delete-site": deleteSiteCommand,
	"export-person": exportPersonCommand,
	"delete-person": deletePersonCommand,
	demo: demoCommand,
};

const text = { type: "string" } as const;

const ACCEPTED = {
	allowPositionals: true,
	options: {
		address: text,
		email: text,
		name: text,
		password: text,
		organization: text,
		role: text,
		site: text,
		user: text,
		yes: { type: "boolean" },
		days: text,
		visits: text,
		seed: text,
		anyway: { type: "boolean" },
	},
} as const;

/**
 * Runs one of the operator's commands.
 * @returns the lines to print
 * @throws AdminError for an invalid command
 */
export const runAdmin = (
	dependencies: AdminDependencies,
	parameters: readonly string[],
): AsyncIterable<string> => {
	const { positionals, values } = commandLine(
		parameters,
		ACCEPTED,
		(fault) => new AdminError(fault),
	);
	const [name = "", ...rest] = positionals;
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (!command)
		throw new AdminError(name === "" ? ADMIN_HELP : `Unknown command "${name}".\n\n${ADMIN_HELP}`);
	const [email] = rest;
	if (name === "sign-in-link" && rest.length === 1 && email !== undefined)
		return command(dependencies, { email, ...values });
	if (rest.length > 0) throw new AdminError(`Unexpected argument "${rest[0]}"`);
	return command(dependencies, values);
};
