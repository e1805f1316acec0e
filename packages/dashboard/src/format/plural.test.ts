import { expect, it } from "vitest";
import { pluralForm } from "./plural.ts";

it.each([
	[0, "en-GB", "events"],
	[1, "en-GB", "event"],
	[2, "en-GB", "events"],
	[1, "de-AT", "event"],
	[21, "de", "events"],
])("%d in %s takes the form %s", (count, locale, form) =>
	expect(pluralForm(count, locale, { one: "event", other: "events" })).toBe(form),
);
