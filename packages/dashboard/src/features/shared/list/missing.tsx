import { useAreaWords } from "../../../i18n/areas.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { Panel } from "../../../ui/panel.tsx";

/** Shown when the item that the URL names does not exist, or no longer. */
export const Missing = ({ title, text, href }: { title: string; text: string; href: string }) => {
	const words = useAreaWords("people");
	return (
		<Panel label={title}>
			<CardState
				icon="info"
				title={title}
				action={<LinkButton href={href}>{words.toList}</LinkButton>}
			>
				{text}
			</CardState>
		</Panel>
	);
};
