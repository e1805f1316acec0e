import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { basePath } from "../../router/current-place.ts";
import { useAddress } from "../../router/use-address.ts";
import stack from "../../style/stack.module.css";
import { Button, LinkButton } from "../../ui/button.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import css from "../shared/list/list-page.module.css";
import { Missing } from "../shared/list/missing.tsx";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { usePersonText } from "../shared/person/person-label.tsx";
import { usePathReport } from "../shared/report/use-path-report.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { ErasePerson } from "./erase-person.tsx";
import { UserFacts, UserPlaces } from "./user-facts.tsx";
import { UserSessions } from "./user-sessions.tsx";

/** One person: who they are, when they visited, and everything they did. */
export const UserDetail = ({ id }: { id: string }) => {
	const words = useWords();
	const { users, erase, replays } = useAreaWords("people");
	const { address, destination, change, go } = useAddress();
	const { linkWith } = usePageKeys();
	const { site, isVisitor } = useSiteView();
	const personText = usePersonText();
	const report = usePathReport(
		"users/{userId}",
		{ userId: id },
		site.currency === null ? {} : { parameters: { revenue: true } },
	);
	const user = report.data?.data;
	if (destination.to !== "site") return null;
	const list = linkWith({ ...destination, rest: [] }, { sessions: undefined });
	const recordings = linkWith(
		{ ...destination, page: "replays", rest: [] },
		{ user: id, q: undefined, in: undefined, who: undefined, sessions: undefined },
		1,
	);
	const name = user ? personText(user) : users.one;
	return (
		<>
			<PageHead
				title={name}
				of={site.domain}
				actions={
					user && (
						<>
							{!isVisitor && (
								<LinkButton kind="tool" href={recordings}>
									{replays.ofPerson}
								</LinkButton>
							)}
							{site.mayConfigure && (
								<Button kind="danger" onClick={() => change({ open: "erase" })}>
									{erase.button}
								</Button>
							)}
						</>
					)
				}
			>
				<a class="link" href={list}>
					{words.page.users}
				</a>{" "}
				<span class="mut">/</span> {name}
			</PageHead>
			{report.failure?.status === 404 ? (
				<Missing title={users.gone} text={users.goneText} href={list} />
			) : !user ? (
				report.failure ? (
					<Panel label={users.one}>
						<ReportFailure report={report} />
					</Panel>
				) : (
					<div class={css["aside"]}>
						<SkeletonBlock height={30} />
						<SkeletonBlock height={30} />
					</div>
				)
			) : (
				<div class={css["aside"]}>
					<div class={stack["stack"]}>
						<ActivityPanel id={id} />
						<UserSessions id={id} />
						<UserPlaces user={user} />
					</div>
					<div class={stack["stack"]}>
						<UserFacts user={user} />
					</div>
				</div>
			)}
			{address.open === "erase" && user && site.mayConfigure && (
				<ErasePerson
					id={user.effective_user_id}
					name={name}
					onClose={() => change({ open: undefined })}
					onErased={() => go(list.slice(basePath().length))}
				/>
			)}
		</>
	);
};
