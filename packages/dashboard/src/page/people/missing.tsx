import { LinkButton } from "../../part/button.tsx";
import { CardState } from "../../part/card-state.tsx";
import { Panel } from "../../part/panel.tsx";
import { useAreaWords } from "../../words/areas.ts";

/** Instead of something that the address names and that is not there, or no longer. */
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
