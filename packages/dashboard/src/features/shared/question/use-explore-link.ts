import { searchOf } from "../../../router/address.ts";
import { basePath } from "../../../router/current-place.ts";
import { pathOf } from "../../../router/destination.ts";
import { useAddress } from "../../../router/use-address.ts";
import { addressOfQuestion, type ViewedQuestion } from "./question-address.ts";
import { joinedFilters } from "./question-filters.ts";

/** The URL that asks a question in Explore, with the page's period and filters. */
export const useExploreLink = (): ((viewed: ViewedQuestion) => string) => {
	const { address, destination } = useAddress();
	return ({ question, view }) => {
		if (destination.to !== "site") return "";
		const filters = joinedFilters(address.filters, question.filters);
		const asked = { view, question: filters ? { ...question, filters } : question };
		return (
			basePath() +
			pathOf({ ...destination, page: "explore", rest: [] }) +
			searchOf({ ...address, ...addressOfQuestion(address, asked) })
		);
	};
};
