import { ApiError } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";

/**
 * Admits a viewer to areas of a site's analytics.
 * @param shown the only areas of a limited private link; undefined without a limit
 * @param needed undefined for what a limited link never shows
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
			: "This link does not show this",
		{
			...(hidden && { required: [...new Set(hidden)] }),
			resolution: "Ask whoever gave you the link: administrators of the site choose what it shows.",
		},
	);
};
