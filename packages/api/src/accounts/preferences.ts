import { ApiError } from "@footfall/shared/api-error";
import { timeZoneName } from "@footfall/shared/time-zone";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";

const MAX_REMEMBERED = 100;
/** Size of all remembered values, as JSON. */
const MAX_REMEMBERED_CHARACTERS = 32_768;

const isLanguage = (text: string): boolean => {
	try {
		return Intl.getCanonicalLocales(text).length === 1;
	} catch {
		return false;
	}
};

const language = z
	.string()
	.max(35)
	.refine(isLanguage, "must be a language tag such as en or de-AT");

/** The name of a value that the dashboard remembers, such as `columns:sources`. */
const rememberedName = z
	.string()
	.regex(
		/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/,
		"names must have 1 to 100 letters, digits or . _ : / - and begin with a letter or digit",
	);
const rememberedValue = z.union([
	z.string().max(1_000),
	z.number(),
	z.boolean(),
	z.array(z.string().max(200)).max(50),
]);

/** A person's preferences; null = not chosen. */
const choices = {
	/** For days and times on every page; the site's own when not chosen. */
	timeZone: timeZoneName.nullable(),
	weekStart: z.enum(["monday", "saturday", "sunday"]).nullable(),
	language: language.nullable(),
	theme: z.enum(["light", "dark"]).nullable(),
};

const Preferences = z
	.strictObject({
		...choices,
		/** Values that the dashboard remembers, by name. */
		remembered: z.record(z.string(), rememberedValue),
	})
	.meta({ component: "Preferences" });
type Preferences = z.infer<typeof Preferences>;

const PreferencesUpdate = z
	.strictObject({
		...choices,
		/** Merged by name; null removes a value. */
		remembered: z.record(rememberedName, rememberedValue.nullable()),
	})
	.partial()
	.meta({ component: "PreferencesUpdate" });

const NOTHING_CHOSEN: Preferences = {
	timeZone: null,
	weekStart: null,
	language: null,
	theme: null,
	remembered: {},
};

const preferencesOf = (stored: Record<string, unknown> | undefined): Preferences => ({
	...NOTHING_CHOSEN,
	...stored,
});

/** @throws ApiError 400 over the size limit */
const merged = (
	before: Preferences,
	{ remembered, ...chosen }: z.infer<typeof PreferencesUpdate>,
): Preferences => {
	const entries = Object.entries({ ...before.remembered, ...remembered }).filter(
		(entry): entry is [string, z.infer<typeof rememberedValue>] => entry[1] !== null,
	);
	if (entries.length > MAX_REMEMBERED)
		throw new ApiError(
			"INVALID_REQUEST",
			`At most ${MAX_REMEMBERED} values are remembered; set some to null to remove them`,
		);
	const kept = Object.fromEntries(entries);
	if (JSON.stringify(kept).length > MAX_REMEMBERED_CHARACTERS)
		throw new ApiError(
			"INVALID_REQUEST",
			`The remembered values have more than ${MAX_REMEMBERED_CHARACTERS} characters; set some to null to remove them`,
		);
	// JSON has no `undefined`.
	return { ...before, ...(chosen as Partial<Preferences>), remembered: kept };
};

const shared = {
	path: "/api/user/preferences",
	tags: ["Accounts"],
	access: { user: "session", withoutFactor: true },
	response: z.strictObject({ data: Preferences }).meta({ component: "PreferencesResponse" }),
} as const;

/** The signed-in person's preferences, on every device. */
export const preferencesRoutes = (database: Database): readonly Route[] => [
	route({
		...shared,
		method: "get",
		summary: "The caller's preferences: time zone, week start, language, theme",
		description:
			"Null stands for what was not chosen: then the site's time zone and the browser's language apply.",
		handle: async ({ caller }) => {
			const row = await database
				.selectFrom("user_preferences")
				.select("preferences")
				.where("userId", "=", caller.user.id)
				.executeTakeFirst();
			return { data: preferencesOf(row?.preferences) };
		},
	}),
	route({
		...shared,
		method: "patch",
		summary: "Changes the caller's preferences",
		description: `Only the fields in the body change; null resets a choice. \`remembered\` is merged by name and holds at most ${MAX_REMEMBERED} values.`,
		body: PreferencesUpdate,
		handle: async ({ caller, body }) => {
			const userId = caller.user.id;
			const data = await database.transaction().execute(async (transaction) => {
				await transaction
					.insertInto("user_preferences")
					.values({ userId, preferences: "{}" })
					.onConflict((row) => row.doNothing())
					.execute();
				// Serialises changes from two devices of one person.
				const { preferences } = await transaction
					.selectFrom("user_preferences")
					.select("preferences")
					.where("userId", "=", userId)
					.forUpdate()
					.executeTakeFirstOrThrow();
				const changed = merged(preferencesOf(preferences), body);
				await transaction
					.updateTable("user_preferences")
					.set({ preferences: JSON.stringify(changed), updatedAt: new Date() })
					.where("userId", "=", userId)
					.execute();
				return changed;
			});
			return { data };
		},
	}),
];
