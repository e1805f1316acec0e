import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { segmentsKey } from "../../../layout/head/segments-key.ts";

/** A saved set of filters, as the API returns it. */
export type ListedSegment =
	paths["/api/sites/{site}/segments"]["get"]["responses"][200]["content"]["application/json"][number];

type SegmentChange = NonNullable<
	paths["/api/sites/{site}/segments/{segmentId}"]["put"]["requestBody"]
>["content"]["application/json"];

const pathOf = (site: string, { segmentId }: ListedSegment) => ({
	params: { path: { site, segmentId: String(segmentId) } },
});

/** @throws RequestFailure 400 with the error of each invalid field */
export const changeSegment = async (
	site: string,
	segment: ListedSegment,
	change: SegmentChange,
): Promise<void> => {
	await answerOf(
		client.PUT("/api/sites/{site}/segments/{segmentId}", {
			...pathOf(site, segment),
			body: change,
		}),
	);
	await invalidate(segmentsKey(site));
};

export const deleteSegment = async (site: string, segment: ListedSegment): Promise<void> => {
	await answerOf(client.DELETE("/api/sites/{site}/segments/{segmentId}", pathOf(site, segment)));
	await invalidate(segmentsKey(site));
};
