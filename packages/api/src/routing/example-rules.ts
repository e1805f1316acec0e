/** What a rule looks at, and what it changes. */
export const RULE_EXAMPLES: Readonly<Record<string, unknown>> = {
	"RuleCondition.target": "type",
	"RuleChange.target": "pathname",
	"RuleChange.before": "/u/jane@shop.example",
	"RuleChange.after": "/u/***",
};
