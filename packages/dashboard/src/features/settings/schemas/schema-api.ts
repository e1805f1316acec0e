import { answerOf, client } from "../../../api/client.ts";
import type { components } from "../../../api/schema.ts";
import { useReport } from "../../../api/use-report.ts";

export type EventSchema = components["schemas"]["EventSchema"];
export type SchemaCheck = components["schemas"]["SchemaCheck"];
export type RuleViolations = components["schemas"]["EventRuleViolations"];

const at = (site: string) => ({ params: { path: { site } } });

export const useViolations = (site: string) =>
	useReport({
		key: ["schema-violations", site],
		fetch: (signal) =>
			answerOf(client.GET("/api/sites/{site}/schema-violations", { ...at(site), signal })),
	});

export const useQuarantined = (site: string) =>
	useReport({
		key: ["quarantined-events", site],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/quarantined-events", {
					params: { path: { site }, query: { limit: 1 } },
					signal,
				}),
			),
	});

/** A schema that the latest events of a name fit, and of how many it is derived. */
export const proposedSchema = async (site: string, event: string) => {
	const answer = await answerOf(
		client.GET("/api/sites/{site}/event-schemas/proposal", {
			params: { path: { site }, query: { event } },
		}),
	);
	return answer.data;
};

export const checkSchema = async (
	site: string,
	schema: EventSchema,
): Promise<SchemaCheck | undefined> => {
	const body = { schemas: [schema] };
	const path = "/api/sites/{site}/event-schemas/check";
	const { data } = await answerOf(client.POST(path, { ...at(site), body }));
	return data[0];
};

/** @param confirm also a quarantine that no recent event would pass */
export const saveSchemas = (site: string, schemas: EventSchema[], confirm: boolean) =>
	answerOf(
		client.PUT("/api/sites/{site}/event-schemas", { ...at(site), body: { schemas, confirm } }),
	);

/** Resolves to how many are sent again. */
export const resendAll = async (site: string): Promise<number> => {
	const path = "/api/sites/{site}/quarantined-events/resend";
	const { data } = await answerOf(client.POST(path, { ...at(site), body: {} }));
	return data.total;
};
