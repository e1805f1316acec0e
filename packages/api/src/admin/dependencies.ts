import type { SiteNumber } from "@footfall/shared/ids";
import type { ReplayObjects } from "@footfall/store";
import type { Database } from "../database/schema.ts";
import type { PeopleStore } from "../people/people.ts";

/** What the operator's commands work on. */
export interface AdminDependencies {
	database: Database;
	store: PeopleStore;
	/** Where the events of recordings are that the store does not hold itself. */
	replayObjects?: Pick<ReplayObjects, "textsOf"> | undefined;
	/** Removes every event of a site from the event store, for good. */
	deleteEvents(site: SiteNumber): Promise<void>;
	/** Removes the events, traits and devices of one of a site's users, for good. */
	erasePerson(site: SiteNumber, user: string): Promise<void>;
	/** Told the address of an account whose password was set anew; absent where no api runs in this process. */
	passwordWasReset?: (email: string) => void;
}

/** A command's options, by name without dashes. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** Does it, and says line by line what came of it. */
export type Command = (dependencies: AdminDependencies, options: Options) => AsyncIterable<string>;
