import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import type { annotationOf, ListedAnnotation } from "./annotation-form.ts";

type SentAnnotation = ReturnType<typeof annotationOf>;
type RestoredAnnotation = Omit<
	ListedAnnotation,
	"annotationId" | "siteId" | "organizationId" | "userId" | "userName" | "createdAt" | "updatedAt"
> &
	Pick<SentAnnotation, "scope">;

/** All annotations of the open site, including those of its whole organization. */
export const useAnnotations = () => {
	const { site } = useSiteView();
	return useReport({
		key: ["annotations", site.id, "all"],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/annotations", {
					params: { path: { site: site.id } },
					signal,
				}),
			),
	});
};

const invalidateAnnotations = (site: string) => invalidate(["annotations", site]);

const pathOf = (site: string, annotationId: number) => ({
	params: { path: { site, annotationId: String(annotationId) } },
});

/** @throws RequestFailure 400 with the error of each invalid field */
export const addAnnotation = async (
	site: string,
	body: SentAnnotation | RestoredAnnotation,
): Promise<void> => {
	await answerOf(
		client.POST("/api/sites/{site}/annotations", { params: { path: { site } }, body }),
	);
	await invalidateAnnotations(site);
};

export const changeAnnotation = async (
	site: string,
	annotationId: number,
	body: SentAnnotation,
): Promise<void> => {
	await answerOf(
		client.PUT("/api/sites/{site}/annotations/{annotationId}", {
			...pathOf(site, annotationId),
			body,
		}),
	);
	await invalidateAnnotations(site);
};

/** @returns a function that restores the note */
export const deleteAnnotation = async (
	site: string,
	annotation: ListedAnnotation,
): Promise<() => Promise<void>> => {
	const {
		annotationId,
		siteId,
		userId,
		userName,
		organizationId,
		createdAt,
		updatedAt,
		...content
	} = annotation;
	await answerOf(
		client.DELETE("/api/sites/{site}/annotations/{annotationId}", pathOf(site, annotationId)),
	);
	await invalidateAnnotations(site);
	const scope = siteId === null ? ("organization" as const) : ("site" as const);
	return () => addAnnotation(site, { ...content, scope });
};
