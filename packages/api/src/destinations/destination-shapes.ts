import {
	DestinationFilter,
	DestinationTarget,
	destinationFields,
} from "@footfall/shared/destinations/destination";
import { z } from "zod";

const secret = z
	.string()
	.max(4096)
	.describe(
		"Secret key of S3, password of PostgreSQL or Kafka, or signing secret of HTTP (`whsec_` and the base64 of 24 to 64 bytes). It is stored encrypted, and never in an answer.",
	);

/** A destination to add or to check. */
export const NewDestination = z
	.object({ ...destinationFields, secret: secret.optional() })
	.meta({ component: "DestinationCreation" });

export const CheckedDestination = z
	.object({
		...NewDestination.shape,
		destinationId: z
			.int()
			.min(1)
			.optional()
			.describe("An existing one, whose secret is used if none is given"),
	})
	.meta({ component: "DestinationTrial" });

/** The fields to change. What is sent and what was sent stay: only a new destination begins anew. */
export const DestinationUpdate = z
	.object({
		name: destinationFields.name,
		target: destinationFields.target,
		filter: destinationFields.filter,
		columns: destinationFields.columns.nullable().describe("null for all columns"),
		secret: secret.describe(
			"Needed again if the target gets another address or user, so that nobody can send it elsewhere",
		),
	})
	.partial()
	.meta({ component: "DestinationUpdate" });

const Progress = z
	.strictObject({
		phase: z
			.enum(["running", "paused", "failing"])
			.describe(
				"`failing` while its target refuses or does not answer; `paused` by an administrator, or with a `failure` after an answer of 410",
			),
		delivered: z.int().describe("Events that the target has got"),
		filtered: z.int().describe("Events that the filter left out"),
		failure: z.string().describe("Why nothing is delivered now; empty otherwise"),
		failingSince: z.iso.datetime().nullable(),
		lagEvents: z.int().describe("Stored events that are still to be delivered"),
		lagMs: z.int().describe("Age of the oldest of them"),
		deliveredAt: z.iso.datetime().nullable().describe("When it delivered last"),
	})
	.meta({ component: "DestinationProgress" });

/** A destination as it is listed. */
export const ListedDestination = z
	.strictObject({
		destinationId: z.int(),
		name: z.string(),
		target: DestinationTarget,
		filter: DestinationFilter,
		columns: z.array(z.string()).nullable().describe("null for all columns"),
		start: z.enum(["now", "history"]),
		isPaused: z.boolean(),
		hasSecret: z.boolean(),
		progress: Progress,
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.meta({ component: "Destination" });
export type ListedDestination = z.infer<typeof ListedDestination>;

/** All destinations, and what the operator lets administrators choose. */
export const DestinationList = z
	.strictObject({
		data: z.array(ListedDestination),
		permitted: z
			.strictObject({
				folder: z
					.string()
					.nullable()
					.describe("The directory below which folders may be; null without folders"),
				privateNetworks: z
					.boolean()
					.describe("Whether servers may have addresses of private networks"),
			})
			.meta({ component: "PermittedDestinations" }),
		columns: z.array(z.string()).describe("The names that `columns` may have"),
	})
	.meta({ component: "DestinationList" });

export const DestinationCheck = z
	.strictObject({
		isUsable: z.boolean(),
		failure: z.string().describe("What to change; empty if events could be sent"),
	})
	.meta({ component: "DestinationCheck" });
