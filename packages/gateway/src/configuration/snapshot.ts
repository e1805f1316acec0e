import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import {
	type ConfigurationSnapshot,
	defaultSiteSettings,
	refusedIpRules,
	SiteSettings,
	siteSettings,
} from "@footfall/shared/site";
import { z } from "zod";

const Snapshot = z.object({
	version: z.string().min(1),
	sites: z.array(
		SiteSettings.extend({
			siteId: z
				.number()
				.int()
				.positive()
				.transform((number) => number as SiteNumber),
			id: z
				.string()
				.min(1)
				.transform((text) => text as SiteKey),
			organizationId: z.string(),
			// A snapshot that an earlier version kept on disk does not have them.
			disabledBotLayers: siteSettings.disabledBotLayers.default([]),
			replayRetentionDays: siteSettings.replayRetentionDays.default(
				defaultSiteSettings.replayRetentionDays,
			),
		}).superRefine(({ excludedIPs }, context) => {
			for (const message of refusedIpRules(excludedIPs))
				context.addIssue({ code: "custom", path: ["excludedIPs"], message });
		}),
	),
	ingestionKeys: z.array(
		z.object({
			hash: z.string().min(1),
			organizationIds: z.array(z.string()),
			expiresAt: z.number().nullable(),
		}),
	),
});

/** Thrown for a snapshot that cannot be used; the one in use stays. */
export class BadSnapshotError extends Error {
	override name = "BadSnapshotError";
}

const jsonOf = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw new BadSnapshotError("The snapshot is not JSON");
	}
};

/** @throws BadSnapshotError that names the first faults. */
export const snapshotOf = (text: string): ConfigurationSnapshot => {
	const checked = Snapshot.safeParse(jsonOf(text));
	if (checked.success) return checked.data;
	const faults = checked.error.issues
		.slice(0, 3)
		.map(({ path, message }) => `${path.join(".")}: ${message}`);
	throw new BadSnapshotError(`The snapshot cannot be used: ${faults.join("; ")}`);
};
