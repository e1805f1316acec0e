import type { components } from "../../../api/schema.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import css from "./rules.module.css";

export type Preview = components["schemas"]["RulesPreview"];

/** What a draft would have done to the last events. */
export const RulesPreview = ({ preview }: { preview: Preview }) => {
	const texts = useAreaWords("settings").rules;
	return (
		<div class="col" role="status">
			<p>{texts.previewed(String(preview.dropped), String(preview.events))}</p>
			<ul>
				{preview.examples.map(({ timestamp, rules, isDropped, changes }, index) => (
					<li key={index} class={css["rule"]}>
						<span class="mut">{`${timestamp} · ${texts.byRules(rules.join(", "))}`}</span>
						{isDropped
							? texts.dropped
							: changes.map(({ target, before, after }) => (
									<span key={target} class="mono">
										{target}: <del>{before}</del> <ins>{after}</ins>
									</span>
								))}
					</li>
				))}
			</ul>
		</div>
	);
};
