import { ApiError } from "@footfall/shared/api-error";
import type {
	Destination,
	DestinationDefinition,
	DestinationTarget,
} from "@footfall/shared/destinations/destination";
import { sql } from "kysely";
import { z } from "zod";
import { definitionNumber } from "../definitions/definition.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import {
	CheckedDestination,
	DestinationCheck,
	DestinationList,
	DestinationUpdate,
	ListedDestination,
	NewDestination,
} from "./destination-shapes.ts";
import { insertDestination } from "./insert-destination.ts";
import { folderOf, refusalOf } from "./permitted-targets.ts";
import { sealSecret } from "./sealed-secret.ts";
import { isSameAudience, secretFault } from "./secret-of-target.ts";
import {
	type DestinationStorage,
	type StoredDestination,
	stateOf,
	storedDestinations,
} from "./stored-destinations.ts";

/** What the routes of destinations need. */
export interface DestinationDependencies extends DestinationStorage {
	/** Tries a target without leaving events there; resolves to what to change, or "". */
	check(destination: Destination): Promise<string>;
	/** The names of the columns that may be chosen. */
	columns: readonly string[];
}

const tags = ["Destinations"];
const path = "/api/destinations";
const admitted = { tags, access: { instance: "admin" } } as const;
const one = {
	path: `${path}/{destinationId}`,
	params: z.object({ destinationId: z.string().min(1) }),
} as const;

const refuse = (message: string): never => {
	throw new ApiError("INVALID_REQUEST", message);
};

const isoOrNull = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString());

const listed = (stored: StoredDestination): ListedDestination => {
	const { destination, isPausedUntilResumed, hasSecret, createdAt, updatedAt } = stored;
	const { id: destinationId, name, target, filter, columns = null, start } = destination;
	const { id: _, name: _name, kind: _kind, failingSince, deliveredAt, ...state } = stateOf(stored);
	return {
		...{ destinationId, name, target, filter, columns, start, hasSecret },
		isPaused: isPausedUntilResumed,
		progress: {
			...state,
			failingSince: isoOrNull(failingSince),
			deliveredAt: isoOrNull(deliveredAt),
		},
		createdAt: createdAt.toISOString(),
		updatedAt: updatedAt.toISOString(),
	};
};

const createShelf = (dependencies: DestinationDependencies) => {
	const { database, policy, columns: known } = dependencies;

	/** @throws ApiError 400 for a column or site that does not exist */
	const requireKnown = async ({ columns, filter }: DestinationDefinition): Promise<void> => {
		const unknown = columns?.filter((name) => !known.includes(name)) ?? [];
		if (unknown.length > 0) refuse(`columns must be names of columns, not ${unknown.join(", ")}`);
		if (!filter.sites) return;
		const rows = await database
			.selectFrom("site")
			.select("siteId")
			.where("siteId", "in", filter.sites)
			.execute();
		const missing = filter.sites.filter((site) => !rows.some(({ siteId }) => siteId === site));
		if (missing.length > 0)
			refuse(`filter.sites must be numbers of sites, not ${missing.join(", ")}`);
	};

	/** @throws ApiError 400 for what the operator does not permit */
	const permitted = async (target: DestinationTarget): Promise<DestinationTarget> => {
		const refusal = await refusalOf(target, policy);
		if (refusal !== "") refuse(refusal);
		if (target.kind !== "folder") return target;
		const folder = folderOf(target.path, policy);
		return "refused" in folder ? target : { ...target, path: folder.path };
	};

	/** @throws ApiError 404 */
	const find = async (reference: string | number): Promise<StoredDestination> => {
		const id = definitionNumber(String(reference));
		const all = await storedDestinations(dependencies);
		return found(
			"Destination",
			all.find(({ destination }) => destination.id === id),
		);
	};

	/** @throws ApiError 404 */
	const change = async (
		reference: string,
		values: { definition?: string; sealedSecret?: string; isPaused?: boolean },
	): Promise<void> => {
		const row = await database
			.updateTable("destination")
			.set({ ...values, version: sql`"version" + 1`, updatedAt: sql`now()` })
			.where("id", "=", definitionNumber(reference))
			.returning("id")
			.executeTakeFirst();
		found("Destination", row);
	};

	return {
		find,
		change,
		/**
		 * A definition with its secret, which may be that of an earlier target.
		 * @throws ApiError 400 for what cannot work or is not permitted
		 */
		usable: async (
			{ secret: given, ...definition }: DestinationDefinition & { secret?: string | undefined },
			before?: Destination,
		): Promise<{ definition: DestinationDefinition; secret: string }> => {
			const target = await permitted(definition.target);
			const kept = before && isSameAudience(before.target, target) ? before.secret : undefined;
			const secret = given ?? kept ?? "";
			const fault = secretFault(target, secret);
			if (fault !== "") refuse(fault);
			if (given === undefined && before && before.secret !== "" && kept === undefined)
				refuse("secret must be given again for another address or user");
			await requireKnown(definition);
			return { definition: { ...definition, target }, secret };
		},
	};
};
type Shelf = ReturnType<typeof createShelf>;

const pausing = (shelf: Shelf, verb: "pause" | "resume"): Route =>
	route({
		...admitted,
		...one,
		method: "post",
		path: `${one.path}/${verb}`,
		summary: verb === "pause" ? "Pauses a destination" : "Resumes a destination",
		description:
			verb === "pause"
				? "Nothing is sent until it is resumed. It keeps its place."
				: "It continues where it was paused, also if its target wanted no events any more.",
		audit: `destination.${verb}`,
		response: Success,
		handle: async ({ params: { destinationId } }) => {
			await shelf.change(destinationId, { isPaused: verb === "pause" });
			return { success: true };
		},
	});

const changing = (shelf: Shelf, { secret: key }: Pick<DestinationDependencies, "secret">): Route =>
	route({
		...admitted,
		...one,
		method: "put",
		summary: "Changes a destination",
		description:
			"Send the fields to change. It keeps its kind and its place; events that it has sent stay as they were sent.",
		audit: "destination.update",
		body: DestinationUpdate,
		response: ListedDestination,
		handle: async ({ params: { destinationId }, body }) => {
			const { destination } = await shelf.find(destinationId);
			const { name, target, filter, start } = destination;
			const { columns = destination.columns, secret, ...changed } = body;
			if (body.target && body.target.kind !== target.kind)
				refuse("A destination keeps its kind: add another one instead");
			const usable = await shelf.usable(
				{
					...{ name, target, filter, start },
					...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
					...(columns && { columns }),
					secret,
				},
				destination,
			);
			await shelf.change(destinationId, {
				definition: JSON.stringify(usable.definition),
				sealedSecret: sealSecret(usable.secret, key),
			});
			return listed(await shelf.find(destinationId));
		},
	});

const checking = (shelf: Shelf, { check }: DestinationDependencies): Route =>
	route({
		...admitted,
		method: "post",
		path: `${path}/check`,
		isQuestion: true,
		summary: "Tries a destination before it is saved",
		description:
			"Connects to the target and tests that it may be written to, without leaving events there. `isUsable` is false with the reason in `failure`; 400 is for a request that could not be saved either.",
		body: CheckedDestination,
		response: DestinationCheck,
		handle: async ({ body: { destinationId, ...asked } }) => {
			const before =
				destinationId === undefined ? undefined : (await shelf.find(destinationId)).destination;
			const { definition, secret } = await shelf.usable(asked, before);
			const failure = await check({
				...definition,
				...{ secret, id: destinationId ?? 0, version: 0, isPaused: false },
			});
			return { isUsable: failure === "", failure };
		},
	});

/** Where the instance sends its events to: for its administrators, because it concerns all organizations. */
export const destinationRoutes = (dependencies: DestinationDependencies): readonly Route[] => {
	const shelf = createShelf(dependencies);
	const { database, policy, columns } = dependencies;
	return [
		route({
			...admitted,
			method: "get",
			path,
			summary: "The destinations of this instance, with their state",
			description:
				"Where events are sent to beside the store, how far each destination has got, and why one fails. For administrators of the instance.",
			response: DestinationList,
			handle: async () => ({
				data: (await storedDestinations(dependencies)).map(listed),
				permitted: {
					folder: policy.folder ?? null,
					privateNetworks: policy.privateNetworks,
				},
				columns: [...columns],
			}),
		}),
		route({
			...admitted,
			method: "post",
			path,
			summary: "Adds a destination",
			description:
				"Sends events to files, a database, a web server or Kafka from now on, or from the first event that the store has. 400 for a target that the operator of this server does not permit.",
			audit: "destination.create",
			body: NewDestination,
			response: ListedDestination,
			status: 201,
			handle: async ({ body }) => {
				const id = await insertDestination(dependencies, await shelf.usable(body));
				return listed(await shelf.find(id));
			},
		}),
		checking(shelf, dependencies),
		changing(shelf, dependencies),
		route({
			...admitted,
			...one,
			method: "delete",
			summary: "Removes a destination",
			description: "Nothing more is sent. What the target has got stays there.",
			audit: "destination.delete",
			response: Success,
			handle: async ({ params: { destinationId } }) => {
				const row = await database
					.deleteFrom("destination")
					.where("id", "=", definitionNumber(destinationId))
					.returning("id")
					.executeTakeFirst();
				found("Destination", row);
				return { success: true };
			},
		}),
		pausing(shelf, "pause"),
		pausing(shelf, "resume"),
	];
};
