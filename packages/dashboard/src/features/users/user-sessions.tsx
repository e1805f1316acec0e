import { useAreaWords } from "../../i18n/areas.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { CardState, SkeletonRows } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ListFoot } from "../shared/list/list-foot.tsx";
import { pageNumberOf } from "../shared/list/page-keys.ts";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { usePathReport } from "../shared/report/use-path-report.ts";
import { SessionTable } from "../shared/session/session-table.tsx";

const PER_PAGE = 20;

/** All sessions of a person, the latest first. */
export const UserSessions = ({ id }: { id: string }) => {
	const { users, tableOf } = useAreaWords("people");
	const { destination, linkTo } = useAddress();
	const { key, set } = usePageKeys();
	const page = pageNumberOf(key("sessions"));
	const report = usePathReport(
		"sessions",
		{},
		{ parameters: { user_id: id, page, limit: PER_PAGE, totals: true } },
	);
	const rows = report.data?.data ?? [];
	const total = report.data?.totalCount ?? rows.length;
	return (
		<Panel
			label={users.sessions}
			title={users.sessions}
			isStale={report.state === "refetching"}
			foot={
				rows.length > 0 && (
					<ListFoot
						page={page}
						size={PER_PAGE}
						shown={rows.length}
						total={total}
						hasNext={page * PER_PAGE < total}
						onPage={(next) => set({ sessions: next === 1 ? undefined : String(next) })}
					/>
				)
			}
		>
			{report.data === undefined ? (
				report.failure ? (
					<ReportFailure report={report} />
				) : (
					<SkeletonRows />
				)
			) : rows.length === 0 ? (
				<CardState icon="bars" title={users.noSessions} />
			) : (
				<SessionTable
					isOfOne
					label={tableOf(users.sessions)}
					rows={rows}
					isStale={report.state === "refetching" || report.state === "failed"}
					hrefOf={({ session_id }) =>
						destination.to === "site"
							? linkTo({ ...destination, page: "sessions", rest: [session_id] })
							: "#"
					}
				/>
			)}
		</Panel>
	);
};
