import type { ComponentChildren } from "preact";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Panel } from "../../../ui/panel.tsx";
import type { SiteConfig } from "../config/site-config.ts";
import { type Instant, useInstant } from "../config/use-instant.ts";
import { ConfigSwitch } from "../frame/config-switch.tsx";
import { Section } from "../frame/section.tsx";
import { SwitchSetting } from "../frame/switch-setting.tsx";
import { RetentionSetting } from "./retention-setting.tsx";
import {
	BOT_LAYERS,
	type BotLayer,
	isAskedFor,
	layersOff,
	SWITCH_GROUPS,
	type SwitchGroup,
} from "./switch-groups.ts";

const Group = ({
	group,
	instant,
	children,
}: {
	group: SwitchGroup;
	instant: Instant;
	children?: ComponentChildren;
}) => {
	const words = useAreaWords("settings");
	const title = words.tracking.groups[group];
	return (
		<Section title={title} isPart>
			<Panel label={title}>
				{SWITCH_GROUPS[group].map((name) => (
					<ConfigSwitch
						key={name}
						name={name}
						texts={words.tracking.switches[name]}
						instant={instant}
					/>
				))}
				{children}
			</Panel>
		</Section>
	);
};

const LayerLine = ({ layer, instant }: { layer: BotLayer; instant: Instant }) => {
	const words = useAreaWords("settings");
	const { site } = useSiteView();
	const { config, failure, save } = instant;
	const [label, hint] = words.tracking.layers[layer];
	const isOn = !config.disabledBotLayers.includes(layer);
	const isAsked = isAskedFor(layer, config.type);
	return (
		<SwitchSetting
			label={label}
			hint={isAsked ? hint : words.tracking.notForApps}
			isOn={isOn}
			failure={failure?.fields.includes("disabledBotLayers") ? failure.of : undefined}
			onChange={
				site.mayConfigure
					? (isNowOn) =>
							save(
								{ disabledBotLayers: layersOff(config.disabledBotLayers, layer, isNowOn) },
								(isNowOn ? words.isOn : words.isOff)(label),
							)
					: undefined
			}
		/>
	);
};

/** What the tracker and the gateway record; each switch applies at once. */
export const TrackingSection = ({ config: saved }: { config: SiteConfig }) => {
	const words = useAreaWords("settings");
	const instant = useInstant(saved);
	return (
		<Section title={words.section.tracking} text={words.tracking.text}>
			<Group group="pages" instant={instant} />
			<Group group="clicks" instant={instant} />
			<Group group="quality" instant={instant} />
			<Section title={words.tracking.groups.replay} isPart>
				<Panel label={words.tracking.groups.replay}>
					<ConfigSwitch
						name="sessionReplay"
						texts={words.tracking.switches.sessionReplay}
						instant={instant}
					/>
					<RetentionSetting config={instant.config} kind="replays" />
				</Panel>
			</Section>
			<Group group="people" instant={instant} />
			<Group group="bots" instant={instant}>
				{instant.config.blockBots &&
					BOT_LAYERS.map((layer) => <LayerLine key={layer} layer={layer} instant={instant} />)}
			</Group>
			<Section title={words.tracking.keptGroup} isPart>
				<Panel label={words.tracking.keptGroup}>
					<RetentionSetting config={instant.config} kind="events" />
					<RetentionSetting config={instant.config} kind="users" />
					<RetentionSetting config={instant.config} kind="bots" />
				</Panel>
			</Section>
		</Section>
	);
};
