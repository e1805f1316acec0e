import type { SiteNumber } from "@footfall/shared/ids";
import type { ReplayObjects } from "@footfall/store";
import type { Database } from "../database/schema.ts";
import type { PeopleStore } from "../people/people.ts";

/** An error in an operator's command, with a message for the operator. */
export class AdminError extends Error {
	override name = "AdminError";
}

/** The systems that the operator's commands use. */
export interface AdminDependencies {
	database: Database;
	store: PeopleStore;
	/** The object storage that holds the events of recordings. */
	replayObjects?: Pick<ReplayObjects, "textsOf"> | undefined;
	/** Deletes all events of a site from the event store for good. */
	deleteEvents(site: SiteNumber): Promise<void>;
	/** Deletes the events, traits and devices of one of a site's users for good; resolves to whether any existed. */
	erasePerson(site: SiteNumber, user: string): Promise<boolean>;
	/** Where users reach this server, if the operator said so. */
	baseUrl?: string | undefined;
	/** Called with the address of an account whose password was reset; absent where no api runs in this process. */
	onPasswordReset?: (email: string) => void;
}

/** A command's options, by name without dashes. */
export type AdminOptions = Readonly<Record<string, string | boolean | undefined>>;

/** Runs a command, and yields the lines to print. */
export type AdminCommand = (
	dependencies: AdminDependencies,
	options: AdminOptions,
) => AsyncIterable<string>;

/** @throws AdminError when an option is missing */
export const required = (options: AdminOptions, name: string): string => {
	const value = options[name];
	if (typeof value !== "string" || value === "") throw new AdminError(`--${name} is missing`);
	return value;
};

/** The error for a user of whom a site has no data. */
export const unknownPerson = (site: SiteNumber, user: string) =>
	new AdminError(
		`Site ${site} has no data about ${user}; write the id exactly as the site sends it`,
	);

export const optional = (options: AdminOptions, name: string): string | undefined => {
	const value = options[name];
	return typeof value === "string" && value !== "" ? value : undefined;
};

/** @throws AdminError unless the operator confirmed an irreversible command */
export const requireConfirmed = (options: AdminOptions, what: string): void => {
	if (options["yes"] !== true)
		throw new AdminError(`This permanently removes ${what}. Add --yes to confirm`);
};
