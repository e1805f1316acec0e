import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Instant } from "../config/use-instant.ts";
import { SwitchSetting } from "./switch-setting.tsx";

interface ConfigSwitchProps {
	name: {
		[Name in keyof SiteConfig]: SiteConfig[Name] extends boolean ? Name : never;
	}[keyof SiteConfig];
	texts: readonly [label: string, hint: string];
	instant: Instant;
}

/** A field of the site's configuration that is on or off, and saved at once. */
export const ConfigSwitch = ({ name, texts: [label, hint], instant }: ConfigSwitchProps) => {
	const words = useAreaWords("settings");
	const { site } = useSiteView();
	const { config, failure, save } = instant;
	return (
		<SwitchSetting
			label={label}
			hint={hint}
			isOn={config[name]}
			failure={failure?.fields.includes(name) ? failure.of : undefined}
			onChange={
				site.mayConfigure
					? (isOn) => save({ [name]: isOn }, (isOn ? words.isOn : words.isOff)(label))
					: undefined
			}
		/>
	);
};
