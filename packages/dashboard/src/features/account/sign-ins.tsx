import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import css from "../shared/activity/activity.module.css";
import { SIGN_INS_PAGE_SIZE, useOwnSignIns } from "../shared/activity/activity-api.ts";
import { SignInTable } from "../shared/activity/sign-in-table.tsx";
import { PageButtons } from "../shared/list/pager.tsx";
import { ReportPanel } from "../shared/report/report-panel.tsx";

/** Who signed in to the person's account, or tried to. */
export const SignIns = () => {
	const words = useAreaWords("activity");
	const [page, setPage] = useState(1);
	const report = useOwnSignIns(page);
	const count = report.data?.totalCount ?? 0;
	return (
		<ReportPanel
			label={words.signIns}
			title={words.signIns}
			report={report}
			rows={5}
			foot={
				<div class={css["foot"]}>
					<span>{words.kept}</span>
					<span class="end nw">
						{count > SIGN_INS_PAGE_SIZE && (
							<PageButtons
								page={page}
								hasNext={page * SIGN_INS_PAGE_SIZE < count}
								onPage={setPage}
								kind="tool"
								show="icon"
							/>
						)}
					</span>
				</div>
			}
		>
			{({ data }) => (
				<SignInTable label={words.signIns} signIns={data} isStale={report.state === "refetching"} />
			)}
		</ReportPanel>
	);
};
