/** The use of what an automated agent fetches, and the kind of program that makes it, as bot rows carry them. */
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

/** An automated agent by its user agent alone, which is a claim and no proof. */
export interface AutomatedAgent {
	name: string;
	/** "" when unknown. */
	operator: string;
	purpose: BotPurpose;
	category: BotCategory;
	/** The part of the user agent that gave it away. */
	pattern: string;
}
