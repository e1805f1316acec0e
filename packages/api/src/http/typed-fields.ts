import { z } from "zod";

/** Lengths of what people type, in characters. */
export const LENGTHS = { name: 255, slug: 255, email: 254, url: 2048, id: 255 } as const;

/** A password that the sign-in takes. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

export const isBlank = (text: string): boolean => text.trim() === "";

const hasText = (text: string): boolean => !isBlank(text);

/** A name with something to read in it. */
export const name = z
	.string()
	.max(LENGTHS.name)
	.refine(hasText, "must not be empty")
	.meta({ minLength: 1 });

/** What stands for an organization in an address. */
export const slug = z
	.string()
	.max(LENGTHS.slug)
	.regex(
		/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i,
		"must be letters and digits, in words joined by single hyphens or underscores",
	);

const isWebUrl = (text: string): boolean =>
	URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);

/** An address of a picture, which browsers will load. */
export const webUrl = z
	.string()
	.max(LENGTHS.url)
	.refine(isWebUrl, "must be an http or https URL")
	.meta({ format: "uri" });

/** A password to set. */
export const newPassword = z
	.string()
	.min(PASSWORD_LENGTH.min, `password must have at least ${PASSWORD_LENGTH.min} characters`)
	.max(PASSWORD_LENGTH.max, `password must have at most ${PASSWORD_LENGTH.max} characters`)
	.refine(hasText, "password must not be blank");
