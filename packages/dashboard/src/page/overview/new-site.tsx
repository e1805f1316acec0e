import { useAddress } from "../../address/use-address.ts";
import { LinkButton } from "../../part/button.tsx";
import { CardState } from "../../part/card-state.tsx";
import { Panel } from "../../part/panel.tsx";
import { agoText } from "../../shape/ago-text.ts";
import { useSiteView } from "../../shell/site-view.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";

/** Instead of empty cards: nothing was ever counted, and where to see why. */
export const NewSite = () => {
	const { locale } = useWording();
	const words = useAreaWords("reports").empty;
	const { linkTo } = useAddress();
	const { site, isVisitor, now } = useSiteView();
	return (
		<Panel label={words.title}>
			<CardState
				icon="bars"
				title={words.title}
				action={
					!isVisitor && (
						<LinkButton kind="main" href={`${linkTo({ to: "welcome" })}?site=${site.id}`}>
							{words.reached}
						</LinkButton>
					)
				}
			>
				{words.text(agoText(site.createdAt, now, locale))}
			</CardState>
		</Panel>
	);
};
