import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSignInHref } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ReplayDetail } from "./replay-detail.tsx";
import { ReplaysList } from "./replays-list.tsx";

/** Visitors of a public site or a private link may not see recordings. */
const MembersOnly = () => {
	const words = useWords();
	const { replays } = useAreaWords("people");
	return (
		<>
			<PageHead title={words.page.replays} />
			<Panel label={words.page.replays}>
				<CardState
					icon="lock"
					title={replays.visitor}
					action={<LinkButton href={useSignInHref()}>{words.menu.signIn}</LinkButton>}
				>
					{replays.visitorText}
				</CardState>
			</Panel>
		</>
	);
};

/** The list of recordings, and one of them. */
const Replays = () => {
	const { destination } = useAddress();
	const { isVisitor } = useSiteView();
	const id = destination.to === "site" ? destination.rest[0] : undefined;
	if (isVisitor) return <MembersOnly />;
	return id === undefined ? <ReplaysList /> : <ReplayDetail key={id} id={id} />;
};

export default Replays;
