import { answerOf, client } from "../../../api/client.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { andInvalidate } from "../../shared/access/organization-api.ts";

export type DestinationList =
	paths["/api/destinations"]["get"]["responses"][200]["content"]["application/json"];
export type ListedDestination = DestinationList["data"][number];
export type Target = ListedDestination["target"];
export type Kind = Target["kind"];
export type NewDestination = NonNullable<
	paths["/api/destinations"]["post"]["requestBody"]
>["content"]["application/json"];

const DESTINATIONS = ["destinations"];
const REFRESH_MS = 10_000;

export const useDestinations = (): Report<DestinationList> =>
	useReport({
		key: DESTINATIONS,
		everyMs: REFRESH_MS,
		fetch: (signal) => answerOf(client.GET("/api/destinations", { signal })),
	});

const at = (destinationId: number) => ({
	params: { path: { destinationId: String(destinationId) } },
});

/** @param destinationId absent for a new one */
export const saveDestination = (
	destinationId: number | undefined,
	body: NewDestination,
): Promise<unknown> => {
	const { start: _, columns = null, ...changed } = body;
	return andInvalidate<unknown>(
		destinationId === undefined
			? answerOf(client.POST("/api/destinations", { body }))
			: answerOf(
					client.PUT("/api/destinations/{destinationId}", {
						...at(destinationId),
						body: { ...changed, columns },
					}),
				),
		DESTINATIONS,
	);
};

/** @returns why events could not be sent; "" if they could */
export const checkDestination = async (
	destinationId: number | undefined,
	body: NewDestination,
): Promise<string> => {
	const asked = { ...body, ...(destinationId !== undefined && { destinationId }) };
	return (await answerOf(client.POST("/api/destinations/check", { body: asked }))).failure;
};

export const pauseDestination = (destinationId: number) =>
	andInvalidate(
		answerOf(client.POST("/api/destinations/{destinationId}/pause", at(destinationId))),
		DESTINATIONS,
	);

export const resumeDestination = (destinationId: number) =>
	andInvalidate(
		answerOf(client.POST("/api/destinations/{destinationId}/resume", at(destinationId))),
		DESTINATIONS,
	);

export const removeDestination = (destinationId: number) =>
	andInvalidate(
		answerOf(client.DELETE("/api/destinations/{destinationId}", at(destinationId))),
		DESTINATIONS,
	);
