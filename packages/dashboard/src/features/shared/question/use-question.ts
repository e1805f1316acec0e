import { post } from "../../../api/client.ts";
import { refusalOf } from "../../../api/failure.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { WEEKDAYS } from "../../../format/week-start.ts";
import { firstDayOfWeek } from "../../../layout/preference/week-start.ts";
import { type SiteView, useSiteView } from "../../../layout/site-view.ts";
import { basePath } from "../../../router/current-place.ts";
import { viewerHeaders } from "../../../router/viewer.ts";
import type { Question, QuestionAnswer } from "./question.ts";
import { questionRequest, requestText } from "./question-request.ts";

/** @param isFiltered whether the page's filters apply besides the question's own */
const requestOf = (view: SiteView, question: Question, isFiltered: boolean) =>
	questionRequest(view, question, {
		isFiltered,
		weekStart: () => WEEKDAYS[firstDayOfWeek(view.locale)] ?? "monday",
	});

const searchOf = (parameters: object): string =>
	new URLSearchParams(
		Object.entries(parameters).map(([name, value]) => [name, String(value)]),
	).toString();

const ask = async (
	{ site, viewer }: SiteView,
	{ parameters, body }: ReturnType<typeof requestOf>,
	signal: AbortSignal,
): Promise<QuestionAnswer> => {
	const response = await post(
		`/api/sites/${encodeURIComponent(site.id)}/query?${searchOf(parameters)}`,
		body,
		{ headers: viewerHeaders(viewer), signal },
	);
	const answer: unknown = await response.json().catch(() => undefined);
	if (!response.ok)
		throw refusalOf(
			response.status,
			answer,
			Number(response.headers.get("retry-after") ?? Number.NaN),
		);
	return answer as QuestionAnswer;
};

/** An answer with its question, which a card may have replaced already. */
export interface Answered {
	question: Question;
	answer: QuestionAnswer;
}

/**
 * The answer to a question for the page's period, segment and comparison; the previous one stays until it is there.
 * @param isFiltered whether the page's filters apply besides the question's own
 */
export const useQuestion = (question: Question, isFiltered: boolean): Report<Answered> => {
	const view = useSiteView();
	const request = requestOf(view, question, isFiltered);
	return useReport({
		key: ["question", view.site.id, view.viewer, request],
		fetch: async (signal) => ({ question, answer: await ask(view, request, signal) }),
	});
};

/** The request of a question as a program would send it; keys are for its reader to fill in. */
export const useRequestText = (question: Question): string => {
	const view = useSiteView();
	const { parameters, body } = requestOf(view, question, false);
	return requestText({
		url: `${location.origin}${basePath()}/api/sites/${view.site.id}/query?${searchOf(parameters)}`,
		access: view.viewer.via === "link" ? "link" : view.isVisitor ? "public" : "key",
		body,
	});
};
