import type {
	Destination,
	DestinationKind,
	DestinationProgress,
} from "@footfall/shared/destinations/destination";
import type { Database } from "../database/schema.ts";
import { type DestinationPolicy, folderOf } from "./permitted-targets.ts";
import { openSecret } from "./sealed-secret.ts";

/** What reads destinations needs. */
export interface DestinationStorage {
	database: Database;
	/** The installation's key, with which secrets are encrypted. */
	secret: string;
	policy: DestinationPolicy;
}

/** A destination as it is stored. */
export interface StoredDestination {
	/** Paused also where it cannot run as it is. */
	destination: Destination;
	/** By a person, or because its target wants no events any more. */
	isPausedUntilResumed: boolean;
	hasSecret: boolean;
	/** Why it cannot run, in words for an administrator; "" otherwise. */
	obstacle: string;
	progress: DestinationProgress;
	createdAt: Date;
	updatedAt: Date;
}

const UNREADABLE =
	"Its secret cannot be decrypted, because the SECRET of this installation has changed: enter it again";

/** All destinations, in the order of their ids. */
export const storedDestinations = async ({
	database,
	secret: key,
	policy,
}: DestinationStorage): Promise<StoredDestination[]> => {
	const rows = await database
		.selectFrom("destination")
		.innerJoin("destination_progress", "destinationId", "id")
		.selectAll("destination")
		.select("progress")
		.orderBy("id")
		.execute();
	return rows.map((row) => {
		const { definition, sealedSecret, id, version, isPaused, progress } = row;
		const secret = openSecret(sealedSecret, key);
		const { target } = definition;
		// The operator may have changed what is permitted.
		const folder = target.kind === "folder" && folderOf(target.path, policy);
		const refused = folder && "refused" in folder ? folder.refused : "";
		const obstacle = secret === undefined ? UNREADABLE : refused;
		return {
			destination: {
				...definition,
				...{ id, version, isPaused: isPaused || obstacle !== "", secret: secret ?? "" },
			},
			isPausedUntilResumed: isPaused,
			hasSecret: sealedSecret !== "",
			obstacle,
			progress,
			createdAt: row.createdAt,
			updatedAt: row.updatedAt,
		};
	});
};

/** What a destination does at the moment, as its administrators see it. */
export interface DestinationState extends Omit<DestinationProgress, "position"> {
	id: number;
	name: string;
	kind: DestinationKind;
}

/** The written progress, unless the destination is paused, was resumed just now, or cannot run as it is. */
export const stateOf = ({
	destination: { id, name, target },
	isPausedUntilResumed,
	obstacle,
	progress,
}: StoredDestination): DestinationState => {
	const { position: _, ...written } = progress;
	const own = { id, name, kind: target.kind };
	const nothing = { failure: "", failingSince: 0 };
	// A runner writes that down only for a target that wants no events any more.
	const wasEnded = written.phase === "paused";
	if (isPausedUntilResumed)
		return { ...written, ...own, ...(wasEnded ? {} : nothing), phase: "paused" };
	if (obstacle === "")
		return { ...written, ...own, ...(wasEnded && { ...nothing, phase: "running" }) };
	return { ...written, ...own, phase: "failing", failure: obstacle };
};
