import type {
	DestinationDefinition,
	DestinationProgress,
} from "@footfall/shared/destinations/destination";
import type { Generated } from "kysely";
import type { Json } from "./json-column.ts";

export interface DestinationTable {
	id: Generated<number>;
	definition: Json<DestinationDefinition>;
	/** As `sealSecret` writes it; "" without a secret. */
	sealedSecret: string;
	/** Raised with every change. */
	version: Generated<number>;
	isPaused: Generated<boolean>;
	createdAt: Generated<Date>;
	updatedAt: Generated<Date>;
}

export interface DestinationProgressTable {
	destinationId: number;
	progress: Json<DestinationProgress>;
	/** The process that runs it. */
	holder: string | null;
	/** Until then, no other process may run it. */
	leaseUntil: Date | null;
}
