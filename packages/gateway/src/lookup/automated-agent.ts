/** The kind of program, as bot rows carry it. */
export type BotCategory =
	| "ai"
	| "framework"
	| "generic"
	| "headless"
	| "monitoring"
	| "search"
	| "security"
	| "seo"
	| "social";

/** The use of what it fetches; "" when unknown. */
export type BotPurpose =
	| "ai_training"
	| "ai_search"
	| "ai_agent"
	| "search"
	| "social_preview"
	| "seo"
	| "monitoring"
	| "security"
	| "scripted"
	| "headless"
	| "";

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
