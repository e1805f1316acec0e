import { useMemo, useState } from "preact/hooks";
import { countText } from "../../format/number.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import { pageKey } from "../shared/list/page-keys.ts";
import { AddToBoard } from "../shared/question/add-to-board.tsx";
import { AnswerNotes } from "../shared/question/answer-notes.tsx";
import { AnswerPicture } from "../shared/question/answer-picture.tsx";
import { csvOf } from "../shared/question/answer-rows.ts";
import { type Naming, questionTitle } from "../shared/question/metric-text.ts";
import {
	addressOfQuestion,
	questionOf,
	type ViewedQuestion,
} from "../shared/question/question-address.ts";
import { SaveQuestion } from "../shared/question/save-dialogs.tsx";
import { namesGoal, useNaming } from "../shared/question/use-naming.ts";
import { type Answered, useQuestion, useRequestText } from "../shared/question/use-question.ts";
import { Builder } from "./builder.tsx";
import css from "./explore.module.css";
import { SavedList } from "./saved-list.tsx";

/** A file made here: what is on the screen needs no second query. */
const download = (name: string, text: string): void => {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
	link.download = `${name}.csv`;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href));
};

const Foot = ({
	answered,
	naming,
	isWhole,
}: {
	answered: Answered;
	naming: Naming;
	/** Whether the picture is of the whole, which has no rows. */
	isWhole: boolean;
}) => {
	const { question: texts } = naming.own;
	const { question, answer } = answered;
	const request = useRequestText(question);
	const { rows, total_rows: all = rows.length } = answer;
	const count = (number: number) => countText(number, naming.locale);
	return (
		<>
			{!isWhole && <span>{texts.rows(count(rows.length), count(all))}</span>}
			<span class="row end">
				<Button kind="quiet" onClick={() => download("footfall", csvOf(question, answer))}>
					<Icon name="download" />
					{texts.csv}
				</Button>
				<Button
					kind="quiet"
					onClick={() =>
						void copyText(request).then((isCopied) =>
							toast(isCopied ? naming.words.part.copied : naming.words.part.notCopied),
						)
					}
				>
					<Icon name="copy" />
					{texts.json}
				</Button>
			</span>
		</>
	);
};

/** Any figures by anything, for the page's period and filters; the whole question is in the URL. */
const Explore = () => {
	const { site, mayWrite, isEmbedded } = useSiteView();
	const { address, change } = useAddress();
	const viewed = useMemo(() => questionOf(address), [address]);
	const naming = useNaming(namesGoal(viewed.question.metrics));
	const { question: texts } = naming.own;
	const report = useQuestion(viewed.question, false);
	const [isSaving, setIsSaving] = useState(false);
	const title = questionTitle(viewed.question, naming);
	const ask = (next: ViewedQuestion) => change(addressOfQuestion(address, next));
	const maySave = mayWrite && !isEmbedded;
	return (
		<>
			<PageHead
				title={naming.words.page.explore}
				of={site.domain}
				hasFilters
				actions={
					maySave && (
						<>
							<AddToBoard title={title} viewed={viewed} />
							<Button kind="main" onClick={() => setIsSaving(true)}>
								{texts.save}
							</Button>
						</>
					)
				}
			/>
			<div class={css["page"]}>
				<Panel label={texts.label}>
					<Builder viewed={viewed} onChange={ask} />
				</Panel>
				{pageKey(address, "where") !== undefined && (
					<Banner>
						<p>
							{texts.also}: <code>{pageKey(address, "where")}</code>{" "}
							<button
								type="button"
								class="link"
								onClick={() =>
									change({ others: address.others.filter(([key]) => key !== "where") })
								}
							>
								{texts.dropFilters}
							</button>
						</p>
					</Banner>
				)}
				<Panel
					label={title}
					title={title}
					isStale={report.state === "refetching"}
					foot={
						report.data && (
							<Foot
								answered={report.data}
								naming={naming}
								isWhole={viewed.view === "number" || viewed.question.dimensions.length === 0}
							/>
						)
					}
				>
					<div class={css["picture"]}>
						<AnswerPicture
							report={report}
							question={viewed.question}
							view={viewed.view}
							label={title}
						/>
					</div>
					{report.data && <AnswerNotes answer={report.data.answer} />}
				</Panel>
				<SavedList
					viewed={viewed}
					onOpen={(saved) => ask({ question: saved.question, view: saved.view })}
				/>
			</div>
			{isSaving && (
				<SaveQuestion viewed={viewed} initial={title} onClose={() => setIsSaving(false)} />
			)}
		</>
	);
};

export default Explore;
