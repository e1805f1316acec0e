import { useWords } from "../../i18n/language.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/form/choice.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { PAGE_KEYS } from "../keyboard/keyboard.ts";
import { paletteKeys } from "../keyboard/palette-key.ts";
import { prefer } from "../preference/preferences.ts";
import { usePreferences } from "../preference/use-preferences.ts";
import css from "./shortcuts-help.module.css";

const Keys = ({ keys }: { keys: readonly string[] }) => (
	<span class={css["keys"]}>
		{keys.map((key) => (
			<kbd key={key}>{key}</kbd>
		))}
	</span>
);

/** All shortcuts, with a switch to turn them off. */
export const ShortcutsHelp = ({ onClose }: { onClose(): void }) => {
	const words = useWords();
	const { hasShortcuts } = usePreferences();
	const { keyboard } = words;
	const rows = [
		[["d", "e", "r"], keyboard.today],
		[["w", "f"], keyboard.days],
		[["m", "p"], keyboard.months],
		[["y", "l", "a"], keyboard.years],
		[["x"], keyboard.compare],
		[["/"], keyboard.filter],
		[["Esc"], keyboard.clear],
		[["k"], keyboard.site],
		[paletteKeys().split(" "), words.menu.search],
		[["?"], keyboard.help],
		[["g"], keyboard.go],
	] as const;
	return (
		<Dialog
			title={keyboard.title}
			look="broad"
			onClose={onClose}
			foot={
				<>
					<span class={css["switch"]}>
						<Switch
							label={keyboard.on}
							isOn={hasShortcuts}
							onChange={(isOn) => prefer({ hasShortcuts: isOn })}
						/>
					</span>
					<Button onClick={onClose}>{words.part.close}</Button>
				</>
			}
		>
			<div class={css["columns"]}>
				<dl class={css["list"]}>
					{rows.map(([keys, text]) => (
						<div key={text}>
							<dt>
								<Keys keys={keys} />
							</dt>
							<dd>{text}</dd>
						</div>
					))}
				</dl>
				<dl class={css["list"]}>
					{Object.entries(PAGE_KEYS).map(([key, page]) => (
						<div key={key}>
							<dt>
								<Keys keys={["g", key]} />
							</dt>
							<dd>{words.page[page]}</dd>
						</div>
					))}
				</dl>
			</div>
		</Dialog>
	);
};
