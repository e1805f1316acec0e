import { useId } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import css from "./imports.module.css";
import { CHOICES, type ImportChoice } from "./platforms.ts";

interface ChoosePlatformProps {
	chosen: ImportChoice | undefined;
	onChoose(platform: ImportChoice): void;
}

/** The product to import from, and the file that is needed from it. */
export const ChoosePlatform = ({ chosen, onChoose }: ChoosePlatformProps) => {
	const words = useAreaWords("transfer").imports;
	const id = useId();
	return (
		<fieldset class="col">
			<legend class="vh">{words.from}</legend>
			<div class={css["platforms"]}>
				{CHOICES.map((platform) => (
					<label key={platform} class={css["platform"]}>
						<input
							type="radio"
							name={id}
							checked={platform === chosen}
							onChange={() => onChoose(platform)}
						/>
						<b>{words.platforms[platform][0]}</b>
						<small>{words.platforms[platform][1]}</small>
					</label>
				))}
			</div>
		</fieldset>
	);
};
