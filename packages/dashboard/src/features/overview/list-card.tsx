import { useMemo } from "preact/hooks";
import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { BarList, type BarRow } from "../../charts/bar-list.tsx";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import { countTitle, figureText, percentText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { Menu } from "../../layout/frame/lazy-menu.ts";
import { ValuePicture } from "../../layout/picture/value-picture.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState } from "../../ui/card-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import { CARDS, hrefOf, type ListName, opened, openList, shareOf } from "./cards.ts";
import css from "./overview.module.css";
import { PastNote } from "./past-note.tsx";
import { type FIRST_CARDS, listQuery } from "./queries.ts";
import { useChangeColumn, useRowChange } from "./row-change.ts";
import { useCardReport } from "./use-card-report.ts";

type MetricRow = AnswerTo<"metric">["data"]["data"][number];
type DimensionCard = (typeof FIRST_CARDS)[number];

/** Opens the lists of a card that have no tab. */
export const MoreLists = ({
	card,
	lists,
	chosen,
	onChoose,
}: {
	card: string;
	lists: readonly ListName[];
	chosen: ListName;
	onChoose(list: ListName): void;
}) => {
	const words = useAreaWords("reports");
	return (
		<Popover
			kind="quiet"
			size="s"
			title={words.moreOf(card)}
			label={words.moreOf(card)}
			buttonClass={css["more"]}
			button={
				<>
					{words.more}
					<Icon name="down" />
				</>
			}
		>
			{(close) => (
				<PopoverBody>
					<Menu
						label={words.moreOf(card)}
						items={lists.map((list) => ({
							id: list,
							label: words.tab[list],
							isChosen: list === chosen,
							onPick: () => {
								onChoose(list);
								close();
							},
						}))}
					/>
				</PopoverBody>
			)}
		</Popover>
	);
};

/** Of a list with a comparison, also rows of zeros are shown if that has them. */
const isNothing = ({ count, previous }: MetricRow) => count === 0 && !previous?.count;

const useRows = (list: ListName, report: Report<AnswerTo<"metric">>): readonly BarRow[] => {
	const wording = useWording();
	const { address } = useAddress();
	const rows = report.data?.data.data;
	const changeFrom = useRowChange();
	return useMemo(
		() =>
			(rows ?? []).map(({ value, count, percentage, hostname, previous }): BarRow => {
				const filter = rowFilterOf(address.filters, list, value);
				return {
					id: value,
					label: valueText(list, value, wording),
					picture: <ValuePicture field={list} value={value} />,
					value: count,
					text: figureText(count, "count", wording.locale),
					title: countTitle(count, wording.locale),
					share: percentText(percentage, wording.locale),
					change: changeFrom(count, previous?.count),
					filter: filter === "out" ? "without" : filter,
					href: hrefOf(list, value, hostname),
				};
			}),
		[rows, list, address.filters, wording],
	);
};

/** Sessions by the values of a dimension, chosen with the tabs or the menu beside them. */
export const ListCard = ({ card, hasSessions }: { card: DimensionCard; hasSessions: boolean }) => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("reports");
	const { address, change, destination, linkTo } = useAddress();
	const { isEmbedded } = useSiteView();
	const list = openList(card, address.open);
	const changes = useChangeColumn();
	const { ask, dialog } = useWhy();
	const byChange = changes?.isSorted === true;
	const query = listQuery(list, byChange);
	const report = useCardReport(query);
	const rows = useRows(list, report);
	const { tabs, more } = CARDS[card];
	const isMore = (more as readonly ListName[]).includes(list);
	const open = (id: ListName) => change({ open: opened(card, id, address.open) });
	// By change, rows are counted that the whole list does not have.
	const total = byChange ? undefined : report.data?.data.totalCount;
	const whole =
		destination.to === "site"
			? linkTo({ ...destination, page: card, rest: [] }, { open: list })
			: "";
	return (
		<BarList
			label={words.card[card]}
			tabs={[...tabs, ...(isMore ? [list] : [])].map((id) => ({ id, label: words.tab[id] }))}
			chosen={list}
			onTab={(id) => open(id as ListName)}
			tabsEnd={<MoreLists card={words.card[card]} lists={more} chosen={list} onChoose={open} />}
			columns={{
				value: words.column.sessions,
				share: words.column.share,
				shareTitle: words.share[shareOf(list)],
				change: changes,
			}}
			rows={rows}
			onFilter={(id, kind) =>
				change({
					filters: toggled(address.filters, list, id, kind === "without" ? "out" : "only"),
				})
			}
			onWhy={
				ask &&
				(({ id, label }) =>
					ask({
						metric: "sessions",
						name: `${words.column.sessions}, ${label}`,
						where: { field: list, value: id },
					}))
			}
			state={
				hasSessions && report.state === "ready" && rows.length === 0
					? { message: <CardState icon="info" title={words.noneSet(words.tab[list])} /> }
					: cardStateOf(report, ({ data }) => data.data.every(isNothing))
			}
			footer={
				<>
					<a class="link nw" href={whole}>
						{words.all(total === undefined ? "" : figureText(total, "count", locale))}
						<span class="vh"> {words.tab[list]}</span>
					</a>
					{card === "places" && (
						<a class="link nw" href={whole}>
							{words.map}
						</a>
					)}
					<PastNote imported={report.data?.imported} />
					{!isEmbedded && <CsvLink {...query} label={words.csvOf(words.tab[list])} />}
					<ToBoard
						title={words.tab[list]}
						question={{ metrics: ["sessions"], dimensions: [list], limit: BAR_ROWS }}
					/>
					{dialog}
				</>
			}
			words={frame.chart}
		/>
	);
};
