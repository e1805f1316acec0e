import { useWords } from "../../../i18n/language.ts";
import type { SitePage } from "../../../router/destination.ts";
import { useAddress } from "../../../router/use-address.ts";
import css from "./report.module.css";

/** `Funnels / From the prices to an account`: a link to the list, and the current item. */
export const Crumbs = ({ page, name }: { page: SitePage; name: string }) => {
	const words = useWords();
	const pageLink = usePageLink();
	return (
		<span class={css["crumbs"]}>
			<a class="link" href={pageLink(page)}>
				{words.page[page]}
			</a>
			<span class="mut" aria-hidden="true">
				/
			</span>
			<span class="cut">{name}</span>
		</span>
	);
};

/** Links to pages of the open site. */
export const usePageLink = () => {
	const { destination, linkTo } = useAddress();
	return (page: SitePage, ...rest: readonly string[]): string =>
		destination.to === "site" ? linkTo({ ...destination, page, rest }) : "/";
};
