import { useContext } from "preact/hooks";
import { useAddress } from "../../address/use-address.ts";
import { apiHref } from "../../api/client.ts";
import { LinkButton } from "../../part/button.tsx";
import { CardState } from "../../part/card-state.tsx";
import { Panel } from "../../part/panel.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { OpenSiteContext } from "../../shell/site-view.ts";
import { useWords } from "../../words/language.ts";

/** Holds the place of a page that nobody has written yet. */
const Soon = () => {
	const words = useWords();
	const { destination } = useAddress();
	const open = useContext(OpenSiteContext);
	const title =
		destination.to === "site"
			? words.page[destination.page]
			: destination.to === "unknown" || destination.to === "home"
				? words.product
				: words.page[destination.to];
	return (
		<>
			<PageHead
				title={title}
				of={open?.site.domain}
				hasFilters={destination.to === "site" && destination.page !== "settings"}
			/>
			<Panel label={title}>
				<CardState
					icon="info"
					title={words.card.soon}
					action={
						<LinkButton href={apiHref("/api/docs")} target="_blank" rel="noopener">
							{words.card.apiDocs}
						</LinkButton>
					}
				>
					{words.card.soonHelp}
				</CardState>
			</Panel>
		</>
	);
};

export default Soon;
