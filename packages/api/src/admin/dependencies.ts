import type { SiteNumber } from "@footfall/shared/ids";
import type { ReplayObjects } from "@footfall/store";
import type { Database } from "../database/schema.ts";
import type { PeopleStore } from "../people/people.ts";

/** The systems that the operator's commands work on. */
export interface AdminDependencies {
	database: Database;
	store: PeopleStore;
	/** The objects that hold the events of recordings outside the store. */
	replayObjects?: Pick<ReplayObjects, "textsOf"> | undefined;
	/** Deletes all events of a site from the event store for good. */
	deleteEvents(site: SiteNumber): Promise<void>;
	/** Deletes the events, traits and devices of one of a site's users for good. */
	erasePerson(site: SiteNumber, user: string): Promise<void>;
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
