/** The purpose for which an automated agent fetches, and the kind of program that makes it, as stored in bot rows. */
export const CATEGORY_OF = {
	ai_training: "ai",
	ai_search: "ai",
	ai_agent: "ai",
	search: "search",
	social_preview: "social",
	seo: "seo",
	monitoring: "monitoring",
	security: "security",
	scripted: "framework",
	headless: "headless",
} as const;

/** "" when unknown. */
export type BotPurpose = keyof typeof CATEGORY_OF | "";
export type BotCategory = (typeof CATEGORY_OF)[keyof typeof CATEGORY_OF] | "generic";

/** An automated agent identified by its user agent alone, which proves nothing. */
export interface AutomatedAgent {
	name: string;
	/** "" when unknown. */
	operator: string;
	purpose: BotPurpose;
	category: BotCategory;
	/** The part of the user agent that identified it. */
	pattern: string;
}
