import { ApiError } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import { allows, type Scope } from "@footfall/shared/scopes";
import type { Caller } from "./caller.ts";

/**
 * Admits a viewer to areas of a site's analytics.
 * @param shown the only areas of a limited private link; undefined without a limit
 * @param needed undefined for data that a limited link never shows
 * @throws ApiError 403
 */
export const requireAreas = (
	shown: readonly Area[] | undefined,
	needed: readonly Area[] | undefined,
): void => {
	if (shown === undefined) return;
	const hidden = needed?.filter((area) => !shown.includes(area));
	if (hidden?.length === 0) return;
	throw new ApiError(
		"FORBIDDEN",
		hidden
			? `This link does not show ${[...new Set(hidden)].join(" and ")}`
			: "This link does not show this report",
		{
			...(hidden && { required: [...new Set(hidden)] }),
			resolution:
				"Ask the person who gave you the link: the administrators of the site choose what it shows.",
		},
	);
};

/** The scopes that show an area's values, the usual one first; other areas need only a key that may read. */
const SCOPES_OF: Readonly<Partial<Record<Area, readonly Scope[]>>> = {
	users: ["users:read", "sessions:read", "events:read", "replay:read"],
	events: ["events:read", "sessions:read"],
	errors: ["events:read"],
	goals: ["goals:read"],
};

/** Admits a key to values of these areas. @throws ApiError 403 */
export const requireScopesOfAreas = ({ permissions }: Caller, areas: readonly Area[]): void => {
	for (const area of areas) {
		const scopes = SCOPES_OF[area] ?? [];
		if (scopes.length > 0 && !scopes.some((scope) => allows(permissions, scope)))
			throw new ApiError("FORBIDDEN", "Insufficient scope", { required: scopes[0] });
	}
};
