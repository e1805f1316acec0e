import { ApiError } from "@footfall/shared/api-error";
import { type EventStore, erasePerson, linkDevices, versionOf, writeTraits } from "@footfall/store";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";

/** The store that people are written to. */
export type PeopleStore = Pick<EventStore, "query" | "insert" | "command">;

interface PeopleDependencies {
	store: PeopleStore;
	/** ms since the epoch; the system's clock by default. */
	now?: () => number;
}

/** A visitor id in text form. */
const DEVICE = /^[0-9a-f]{16}$/;
const MAX_TRAITS_BYTES = 2048;
const MAX_USER_ID = 255;

const Traits = z
	.record(z.string(), z.unknown())
	.refine(
		(traits) => Buffer.byteLength(JSON.stringify(traits)) <= MAX_TRAITS_BYTES,
		`traits must be at most ${MAX_TRAITS_BYTES} bytes as JSON`,
	);
const success = { success: true as const };

const userId = () => z.string().min(1).max(MAX_USER_ID);

/** Later writes have higher versions, even within a millisecond. */
const createWriteOrder = (now: () => number) => {
	let last = { at: 0, position: 0 };
	return () => {
		const at = now();
		last = { at, position: at === last.at ? last.position + 1 : 0 };
		return { at, version: versionOf(at, last.position) };
	};
};

const user = {
	tags: ["Users"],
	path: "/api/sites/{site}/users/{userId}",
	params: z.object({ userId: userId() }),
	response: Success,
} as const;

/** Identifies a site's users, writes their traits, and erases them. */
export const peopleRoutes = ({ store, now = Date.now }: PeopleDependencies): Route[] => {
	const write = createWriteOrder(now);
	return [
		route({
			...user,
			method: "post",
			path: "/api/sites/{site}/users/identify",
			params: undefined,
			summary: "Links a device to one of the site's own users, and sets the user's traits",
			description: "For what is known only after the visit, from a server or by hand.",
			access: { site: "member", scope: "users:write" },
			body: z.object({
				anonymous_id: z
					.string()
					.regex(DEVICE, "anonymous_id must be a device's user_id: 16 hexadecimal characters"),
				user_id: userId(),
				traits: Traits.optional(),
			}),
			handle: async ({ site: { siteId: site }, body }) => {
				const { anonymous_id: device, user_id: user, traits = {} } = body;
				if (device === user)
					throw new ApiError("INVALID_REQUEST", "anonymous_id and user_id must differ");
				await writeTraits(store, [{ site, user, traits, ...write() }]);
				await linkDevices(store, [{ site, device, user, ...write() }]);
				return success;
			},
		}),
		route({
			...user,
			method: "put",
			path: `${user.path}/traits`,
			summary: "Replaces all traits of a user; null omits one",
			description:
				"Traits that are not in the body are removed. `POST /api/identify` merges instead.",
			access: { site: "member", scope: "users:write" },
			body: z.object({ traits: Traits }),
			handle: async ({ site: { siteId: site }, params: { userId: user }, body }) => {
				const kept = Object.entries(body.traits).filter(([, value]) => value !== null);
				const traits = Object.fromEntries(kept);
				await writeTraits(store, [{ site, user, traits, ...write(), replace: true }]);
				return success;
			},
		}),
		route({
			...user,
			method: "delete",
			summary: "Permanently erases a user: events, recordings, traits and devices",
			description:
				"A device's id stands for the user that it is currently linked to, or else for the device.",
			access: { site: "admin", scope: "users:write" },
			audit: "user.delete",
			handle: async ({ site: { siteId: site }, params: { userId: user }, recordPending }) => {
				await recordPending();
				await erasePerson(store, site, user);
				return success;
			},
		}),
	];
};
