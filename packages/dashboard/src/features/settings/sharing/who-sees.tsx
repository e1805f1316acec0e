import { useAreaWords } from "../../../i18n/areas.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import css from "./sharing.module.css";

/** Explains what the public sees, and what it never sees. */
export const WhoSees = () => {
	const words = useAreaWords("sharing");
	const lists = [
		[words.seen, words.seenList, "check"],
		[words.unseen, words.unseenList, "close"],
	] as const;
	return (
		<Panel label={words.strangers} isPadded>
			<div class={css["sees"]}>
				{lists.map(([title, list, icon]) => (
					<div key={title}>
						<h3>{title}</h3>
						<ul>
							{Object.values(list).map((text) => (
								<li key={text}>
									<Icon name={icon} />
									<span>{text}</span>
								</li>
							))}
						</ul>
					</div>
				))}
			</div>
		</Panel>
	);
};
