import { countText } from "../../../format/number.ts";
import { useWording } from "../../../i18n/language.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";

/** Which rows of how many are shown, with buttons for other pages; nothing if there is only one page. */
export const PagesOfRows = ({ rowCount, perPage }: { rowCount: number; perPage: number }) => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const page = address.page ?? 1;
	if (rowCount <= perPage && page === 1) return null;
	const first = Math.min(rowCount, (page - 1) * perPage + 1);
	const last = Math.min(rowCount, page * perPage);
	const text = (count: number) => countText(count, locale);
	const goTo = (to: number) => change({ page: to === 1 ? undefined : to });
	return (
		<nav class="row end" aria-label={words.part.rows(text(first), text(last), text(rowCount))}>
			<span>{words.part.rows(text(first), text(last), text(rowCount))}</span>
			<Button kind="quiet" disabled={page <= 1} onClick={() => goTo(page - 1)}>
				{words.part.previous}
			</Button>
			<Button kind="quiet" disabled={last >= rowCount} onClick={() => goTo(page + 1)}>
				{words.part.next}
			</Button>
		</nav>
	);
};
