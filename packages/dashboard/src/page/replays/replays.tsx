import { useAddress } from "../../address/use-address.ts";
import { LinkButton } from "../../part/button.tsx";
import { CardState } from "../../part/card-state.tsx";
import { Panel } from "../../part/panel.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { useSignInHref } from "../../shell/report-failure.tsx";
import { useSiteView } from "../../shell/site-view.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWords } from "../../words/language.ts";
import { ReplayDetail } from "./replay-detail.tsx";
import { ReplaysList } from "./replays-list.tsx";

/** Visitors of a public site or a link see no recordings. */
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

/** Recordings, and one of them. */
const Replays = () => {
	const { destination } = useAddress();
	const { isVisitor } = useSiteView();
	const id = destination.to === "site" ? destination.rest[0] : undefined;
	if (isVisitor) return <MembersOnly />;
	return id === undefined ? <ReplaysList /> : <ReplayDetail key={id} id={id} />;
};

export default Replays;
