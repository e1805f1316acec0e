const MESSAGE = 'must be of the type "number"';
const EXAMPLES = ['"9 EUR"'];

/** What event schemas say, and how events violate them. */
export const SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
	quarantined: 3,
	event: "purchase",
	"EventSchemas.types": "",
	rule: "/price type",
	"SchemaCheck.checked": 1000,
	fitting: 988,
	"SchemaCheck.warning": null,
	"ViolatedRule.message": MESSAGE,
	"ViolatedRule.count": 12,
	"ViolatedRule.examples": EXAMPLES,
	"EventRuleViolations.message": MESSAGE,
	"EventRuleViolations.count": 12,
	"EventRuleViolations.examples": EXAMPLES,
	"SchemaViolation.message": MESSAGE,
	"SchemaViolation.value": '"9 EUR"',
	"ResendRequest.event": "purchase",
};
