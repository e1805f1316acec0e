import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { LANGUAGES } from "../../i18n/languages.ts";
import {
	type Preferences,
	prefer,
	THEMES,
	WEEK_STARTS,
	type WeekStart,
} from "../../layout/preference/preferences.ts";
import { usePreferences } from "../../layout/preference/use-preferences.ts";
import { Pick, Switch } from "../../ui/form/choice.tsx";
import fieldCss from "../../ui/form/field.module.css";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ZoneField } from "../shared/time/zone-field.tsx";
import css from "./account.module.css";

const AUTO = "auto";

const TimeZoneField = ({ chosen }: { chosen: string | null }) => {
	const words = useAreaWords("around").account;
	return (
		<ZoneField
			label={words.timeZone}
			hint={words.timeZoneHint}
			value={chosen ?? AUTO}
			first={[[AUTO, words.zoneOfSite]]}
			onChoose={(zone) => prefer({ timeZone: zone === AUTO ? null : zone })}
		/>
	);
};

/** A person's preferences; each change applies at once and on every device. */
export const PreferencesPanel = () => {
	const { words: frame } = useWording();
	const words = useAreaWords("around").account;
	const { theme, language, timeZone, weekStart, hasShortcuts } = usePreferences();
	const languages = Object.entries(LANGUAGES);
	return (
		<Panel
			label={words.preferences}
			title={words.preferences}
			aside={<span class="mut wide">{words.preferencesText}</span>}
			isPadded
		>
			<div class={css["form"]}>
				<SelectField
					label={words.language}
					value={language ?? AUTO}
					choices={[[AUTO, words.asBrowser], ...languages]}
					onChoose={(one) => prefer({ language: one === AUTO ? null : one })}
				/>
				<div class={fieldCss["field"]}>
					<span class={css["label"]}>{words.theme}</span>
					<div>
						<Pick<Preferences["theme"]>
							label={words.theme}
							choices={THEMES.map((id) => ({ id, label: frame.menu.themes[id] }))}
							chosen={theme}
							onChoose={(one) => prefer({ theme: one })}
						/>
					</div>
				</div>
				<TimeZoneField chosen={timeZone} />
				<SelectField<WeekStart | typeof AUTO>
					label={words.weekStart}
					value={weekStart ?? AUTO}
					choices={[
						[AUTO, words.weekStarts.auto],
						...WEEK_STARTS.map((one) => [one, words.weekStarts[one]] as const),
					]}
					onChoose={(one) => prefer({ weekStart: one === AUTO ? null : one })}
				/>
				<Switch
					label={words.shortcuts}
					isOn={hasShortcuts}
					onChange={(isOn) => prefer({ hasShortcuts: isOn })}
				/>
			</div>
		</Panel>
	);
};
