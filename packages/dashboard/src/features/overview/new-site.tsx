import { agoText } from "../../format/ago-text.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";

/** Replaces empty cards when nothing was ever counted, and links to the reasons. */
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
