/** What event schemas say, and how events violate them. */
export const SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
	quarantined: 3,
	event: "purchase",
	"EventSchemas.types": "",
	rule: "/price type",
	fitting: 3,
};
