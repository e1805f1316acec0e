import { useAreaWords } from "../../../i18n/areas.ts";
import css from "./definitions.module.css";

interface DefinitionActionsProps {
	name: string;
	onEdit(): void;
	onDelete(): void;
}

/** At the end of a row: buttons to change or delete it. */
export const DefinitionActions = ({ name, onEdit, onDelete }: DefinitionActionsProps) => {
	const words = useAreaWords("sharing").definitions;
	return (
		<span class={css["actions"]}>
			<button type="button" class="link" aria-label={words.editOne(name)} onClick={onEdit}>
				{words.edit}
			</button>
			<button type="button" class="link" aria-label={words.deleteOne(name)} onClick={onDelete}>
				{words.delete}
			</button>
		</span>
	);
};
