import type { ComponentChildren } from "preact";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { FindBox } from "../shared/list/find-box.tsx";
import { GuideLink } from "../shared/report/guide-link.tsx";
import css from "./breakdown-page.module.css";
import { BreakdownTable } from "./breakdown-table.tsx";
import {
	ANY_PARAMETER,
	DIMENSIONS,
	dimensionNamed,
	type ListPage,
	URL_PARAMETER,
} from "./dimensions.ts";
import { ParameterForm } from "./parameter-form.tsx";
import { Summary } from "./summary.tsx";
import { tabName } from "./tab-name.ts";
import { useTableView } from "./use-table-view.ts";

interface BreakdownPageProps {
	page: ListPage;
	/** Between the figures and the table. */
	children?: ComponentChildren;
}

/** Full tables of the dimensions of one subject, one tab each. */
export const BreakdownPage = ({ page, children }: BreakdownPageProps) => {
	const words = useWords();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const { site } = useSiteView();
	const isForm = page === "sources" && address.open === ANY_PARAMETER;
	const dimension = dimensionNamed(page, address.open);
	const [view, setView] = useTableView(dimension.kind);
	const label = tabName(dimension, lists);
	const isParameter = isForm || dimension.id.startsWith(URL_PARAMETER);
	const chosen = isParameter ? ANY_PARAMETER : dimension.id;
	const tabs = [
		...DIMENSIONS[page].map((one) => ({ id: one.id, label: tabName(one, lists) })),
		...(page === "sources" ? [{ id: ANY_PARAMETER, label: lists.parameterTab }] : []),
	];
	const [{ id: first }] = DIMENSIONS[page];
	return (
		<>
			<PageHead
				title={words.page[page]}
				of={site.domain}
				hasFilters
				actions={page === "sources" && <GuideLink to="guides/campaigns" />}
			/>
			<Summary />
			{children}
			<Panel label={lists.tables(words.page[page])}>
				<Tabs
					label={words.page[page]}
					tabs={tabs}
					chosen={chosen}
					onChoose={(open) =>
						change({ open: open === first ? undefined : open, by: undefined, find: undefined })
					}
					headClass={css["head"]}
					aside={
						!isForm && (
							<div class={css["find"]}>
								<FindBox
									key={dimension.id}
									label={lists.search(label)}
									find={view.find}
									onFind={(find, isSame) =>
										change({ find: find === "" ? undefined : find }, { replaces: isSame })
									}
								/>
							</div>
						)
					}
				>
					{isParameter && (
						<ParameterForm
							key={dimension.id}
							name={isForm ? "" : dimension.id.slice(URL_PARAMETER.length)}
							onShow={(name) =>
								change({ open: `${URL_PARAMETER}${name}`, by: undefined, find: undefined })
							}
						/>
					)}
					{!isForm && (
						// Another dimension has other columns: its rows cannot stay visible while these load.
						<BreakdownTable
							key={dimension.id}
							dimension={dimension}
							label={label}
							view={view}
							onChange={setView}
						/>
					)}
				</Tabs>
			</Panel>
		</>
	);
};
