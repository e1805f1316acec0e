import { z } from "zod";

/** Maximum lengths of typed fields, in characters. */
export const LENGTHS = { name: 255, slug: 255, email: 254, url: 2048, id: 255 } as const;

/** The lengths of a password. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

export const isBlank = (text: string): boolean => text.trim() === "";

const hasText = (text: string): boolean => !isBlank(text);

/** A name that is not blank. */
export const name = z
	.string()
	.max(LENGTHS.name)
	.refine(hasText, "must not be empty")
	.meta({ minLength: 1 });

/** An organization's short name for URLs. */
export const slug = z
	.string()
	.max(LENGTHS.slug)
	.regex(
		/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i,
		"must be letters and digits, in words joined by single hyphens or underscores",
	);

const isWebUrl = (text: string): boolean =>
	URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);

/** The URL of a picture, which browsers will load. */
export const webUrl = z
	.string()
	.max(LENGTHS.url)
	.refine(isWebUrl, "must be an http or https URL")
	.meta({ format: "uri" });

/** A new password. */
export const newPassword = z
	.string()
	.min(PASSWORD_LENGTH.min, `password must have at least ${PASSWORD_LENGTH.min} characters`)
	.max(PASSWORD_LENGTH.max, `password must have at most ${PASSWORD_LENGTH.max} characters`)
	.refine(hasText, "password must not be blank");
