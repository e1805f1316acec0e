import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { jsonValue } from "@footfall/shared/json-value";
import { BOT_LAYERS } from "@footfall/shared/queued-event";
import {
	type ConfigurationChanges,
	type ConfigurationSnapshot,
	defaultSiteSettings,
	refusedIpRules,
	type SiteSettings,
	siteSettings,
} from "@footfall/shared/site";
import { z } from "zod";

type Settings = typeof siteSettings;

/**
 * Every setting with its default: a snapshot saved by an earlier version lacks new settings, and one of a later version
 * may contain unknown values.
 */
const settings = Object.fromEntries(
	Object.entries(siteSettings).map(([name, schema]) => [
		name,
		(schema as z.ZodType).default(defaultSiteSettings[name as keyof SiteSettings]),
	]),
) as { [Name in keyof Settings]: z.ZodDefault<Settings[Name]> };

const knownLayers = z
	.array(z.string())
	.transform((layers) => BOT_LAYERS.filter((layer) => layers.includes(layer)))
	.default([]);

/**
 * Keys that are not listed here are dropped. Between versions, a snapshot changes by additions only: a new key has a
 * default, none is removed, and none changes its meaning.
 */
const Snapshot = z.object({
	version: z.string().min(1),
	sites: z.array(
		z
			.object({
				...settings,
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
				// An earlier version did not publish it.
				domain: z.string().optional(),
				type: settings.type.catch(defaultSiteSettings.type),
				// Its api may know newer time zones.
				timeZone: settings.timeZone.catch(defaultSiteSettings.timeZone),
				disabledBotLayers: knownLayers,
				// Its api may know newer modes: until this gateway does, it checks nothing rather than something else.
				eventSchemas: settings.eventSchemas.catch([]),
			})
			.superRefine(({ excludedIPs }, context) => {
				for (const message of refusedIpRules(excludedIPs))
					context.addIssue({ code: "custom", path: ["excludedIPs"], message });
			}),
	),
	ingestionKeys: z
		.array(
			z.object({
				hash: z.string().min(1),
				organizationIds: z.array(z.string()),
				// An earlier version knew of whole organizations only.
				siteIds: z.array(z.number().int()).default([]),
				expiresAt: z.number().nullable().default(null),
			}),
		)
		.default([]),
});

/** The same for the changes since a snapshot. */
const Changes = Snapshot.extend({
	removedSites: z.array(z.number().transform((number) => number as SiteNumber)),
	removedKeys: z.array(z.string()),
});

/** As saved by a gateway, which adds its own version. */
const Kept = Snapshot.extend({ keptBy: z.string().optional() });

/** Thrown for an invalid snapshot; the one in use stays active. */
export class BadSnapshotError extends Error {
	override name = "BadSnapshotError";
}

const checked = <Content>(schema: z.ZodType<Content>, text: string): Content => {
	const content = jsonValue(text);
	if (content === undefined) throw new BadSnapshotError("The snapshot is not JSON");
	const result = schema.safeParse(content);
	if (result.success) return result.data;
	const faults = result.error.issues
		.slice(0, 3)
		.map(({ path, message }) => `${path.join(".")}: ${message}`);
	throw new BadSnapshotError(`The snapshot is invalid: ${faults.join("; ")}`);
};

/** @throws BadSnapshotError that lists the first errors. */
export const snapshotOf = (text: string): ConfigurationSnapshot => checked(Snapshot, text);

/** @throws BadSnapshotError that lists the first errors. */
export const changesOf = (text: string): ConfigurationChanges => checked(Changes, text);

/**
 * A saved snapshot, and the version of the gateway that saved it.
 * @throws BadSnapshotError that lists the first errors.
 */
export const keptSnapshotOf = (
	text: string,
): ConfigurationSnapshot & { keptBy?: string | undefined } => checked(Kept, text);
