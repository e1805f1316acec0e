import { MAX_LENGTH } from "../limits.ts";

/** The fields of an event that a rule may read and change, and the most characters of each. */
export const RULE_FIELDS = {
	event_name: MAX_LENGTH.eventName,
	hostname: MAX_LENGTH.hostname,
	pathname: MAX_LENGTH.pathname,
	querystring: MAX_LENGTH.querystring,
	page_title: MAX_LENGTH.pageTitle,
	referrer: MAX_LENGTH.referrer,
	language: MAX_LENGTH.language,
	tag: MAX_LENGTH.tag,
} as const;
export type RuleField = keyof typeof RULE_FIELDS;

export const isRuleField = (target: string): target is RuleField =>
	Object.hasOwn(RULE_FIELDS, target);

const PREFIX = "properties.";
/** Every property of an event. */
export const EVERY_PROPERTY = `${PREFIX}*`;
export const MAX_PROPERTY_NAME = 100;

/** The name of the property that a target such as `properties.plan` states; `undefined` for any other target. */
export const propertyIn = (target: string): string | undefined => {
	if (!target.startsWith(PREFIX) || target === EVERY_PROPERTY) return undefined;
	const name = target.slice(PREFIX.length);
	// It is no name in an object of JavaScript.
	return name === "" || name.length > MAX_PROPERTY_NAME || name === "__proto__" ? undefined : name;
};
