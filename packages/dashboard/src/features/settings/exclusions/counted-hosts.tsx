import { useAreaWords } from "../../../i18n/areas.ts";
import { ForeignHosts } from "../../../layout/notice/foreign-hosts.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { useInstant } from "../config/use-instant.ts";
import css from "../frame/frame.module.css";
import { Section } from "../frame/section.tsx";
import { SwitchSetting } from "../frame/switch-setting.tsx";

interface CountedHostsProps {
	instant: ReturnType<typeof useInstant>;
	/** Excluded within the last hour. */
	foreignHosts: readonly { host: string; count: number }[];
}

/** Whether hosts other than the site's own are counted, and which were excluded recently. */
export const CountedHosts = ({ instant, foreignHosts }: CountedHostsProps) => {
	const words = useAreaWords("settings");
	const texts = words.exclusions.hosts;
	const { site } = useSiteView();
	const { config, failure, save } = instant;
	const left = foreignHosts.filter(({ host }) => !config.ownDomains.includes(host));
	const count = (host: string) =>
		save({ ownDomains: [...config.ownDomains, host] }, words.added(host));
	return (
		<Section title={texts.title} isPart>
			<Panel label={texts.title}>
				<SwitchSetting
					label={texts.all}
					hint={texts.allHint(config.domain)}
					isOn={config.countAllHosts}
					failure={failure?.fields.includes("countAllHosts") ? failure.of : undefined}
					onChange={
						site.mayConfigure
							? (isOn) =>
									save({ countAllHosts: isOn }, (isOn ? words.isOn : words.isOff)(texts.all))
							: undefined
					}
				/>
				{config.countAllHosts && (
					<div class={css["more"]}>
						<Banner>
							<p>{texts.choose(config.domain)}</p>
						</Banner>
					</div>
				)}
				{!config.countAllHosts && left.length > 0 && (
					<div class={css["more"]}>
						<ForeignHosts hosts={left} onCount={site.mayConfigure ? count : undefined} />
					</div>
				)}
			</Panel>
		</Section>
	);
};
