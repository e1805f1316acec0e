import { ApiError } from "@footfall/shared/api-error";
import type { SiteNumber } from "@footfall/shared/ids";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { onceCommitted } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { insertSite } from "../sites/create-site.ts";
import { removeSite } from "../sites/delete-site.ts";
import {
	EXAMPLE_FAILURES,
	isAnyFilling,
	type KnownExample,
	readExample,
	writeExample,
} from "./example-state.ts";
import type { Examples } from "./examples.ts";

/** A domain that cannot exist on the Internet. */
const DOMAIN = "example.localhost";
const AGAIN_AFTER_SECONDS = 10;

const Progress = z
	.strictObject({
		/** `none`: no example site exists; `failed`: it was removed, for the reason in `failure`. */
		state: z.enum(["none", "filling", "ready", "failed"]),
		/** Its id in addresses; null without one. */
		site: z.string().nullable(),
		percent: z.int().min(0).max(100),
		/** Events stored so far. */
		events: z.int(),
		failure: z.enum(EXAMPLE_FAILURES).nullable(),
	})
	.meta({ component: "ExampleProgress" });
type Progress = z.infer<typeof Progress>;

const NONE: Progress = { state: "none", site: null, percent: 0, events: 0, failure: null };

const progressOf = ({ example, site }: KnownExample): Progress => {
	const { state, days, filledDays, events, failure } = example;
	if (state === "failed") return { ...NONE, state, failure };
	// Deleted like any other site.
	if (site === null) return NONE;
	// Goals and funnels are defined after the last day.
	const percent = state === "ready" ? 100 : Math.min(99, Math.floor((100 * filledDays) / days));
	return { state, site, percent, events, failure: null };
};

const shared = {
	path: "/api/organizations/{organizationId}/example-site",
	tags: ["Sites"],
	response: z.strictObject({ data: Progress }),
} as const;

/** A site with example traffic, to explore the product before the first visit arrives. */
export const exampleRoutes = (
	database: Database,
	examples: Pick<Examples, "begin" | "fill" | "now">,
	quotas: Quotas,
): readonly Route[] => [
	route({
		...shared,
		method: "get",
		summary: "The progress of filling the example site of an organization",
		description:
			"Poll it after the example was started until `state` is `ready`; `percent` says how far it is.",
		access: { organization: "viewer", scope: "sites:read" },
		handle: async ({ organizationId }) => {
			const known = await readExample(database, organizationId, examples.now());
			return { data: known ? progressOf(known) : NONE };
		},
	}),
	route({
		...shared,
		method: "post",
		summary: "Creates a site and fills it with 60 days of example traffic",
		description:
			"It is filled in the background within seconds; GET returns the progress. The server fills one site at a time (429), and an organization can have one (409). Delete it like any other site.",
		access: { organization: "admin", scope: "sites:write" },
		audit: "site.create",
		status: 201,
		handle: async ({ organizationId, caller }) => {
			const isBusy = await isAnyFilling(database, examples.now());
			const known = await readExample(database, organizationId, examples.now());
			if (known?.site && known.example.state !== "failed")
				throw new ApiError(
					"CONFLICT",
					known.example.state === "ready"
						? "This organization already has an example site"
						: "The example site of this organization is already being filled",
					{ site: known.site, resolution: "Open it, or delete it before you create another." },
				);
			if (isBusy)
				throw new ApiError("RATE_LIMITED", "Another example site is being filled on this server", {
					retryAfter: AGAIN_AFTER_SECONDS,
					resolution: "Try again in a few seconds.",
				});
			// A process that crashed midway could not remove it.
			if (known?.site) await removeSite(database, known.example.siteId as SiteNumber);
			const userId = personIdOf(caller);
			await quotas.requireRoom("sites", { userId, organizationId });
			const site = await insertSite(database, {
				name: "Example",
				domain: DOMAIN,
				organizationId,
				createdBy: userId ?? "",
				settings: {
					...{ webVitals: true, trackErrors: true, sessionReplay: true },
					currency: "EUR",
				},
			});
			const begun = examples.begin(site);
			await writeExample(database, organizationId, begun);
			await onceCommitted(async () => examples.fill(site, begun));
			return { data: progressOf({ example: begun, site: site.id }) };
		},
	}),
];
