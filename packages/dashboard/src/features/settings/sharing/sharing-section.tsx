import { useState } from "preact/hooks";
import { apiHref } from "../../../api/client.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { SiteConfig } from "../config/site-config.ts";
import { useInstant } from "../config/use-instant.ts";
import { ConfigSwitch } from "../frame/config-switch.tsx";
import frame from "../frame/frame.module.css";
import { Section } from "../frame/section.tsx";
import { Embed } from "./embed.tsx";
import { embeddableLink } from "./embeddable-link.ts";
import { type MadeLink, usePrivateLinks } from "./link-api.ts";
import { AddLinkButton, PrivateLinks } from "./private-links.tsx";
import css from "./sharing.module.css";
import { WhoSees } from "./who-sees.tsx";

type SharingSwitchName = "public" | "embedEnabled";

/** Who besides members sees the figures: everybody, holders of a link, readers of a page with an embed. */
export const SharingSection = ({ config: saved }: { config: SiteConfig }) => {
	const settings = useAreaWords("settings");
	const words = useAreaWords("sharing");
	const { site } = useSiteView();
	const instant = useInstant(saved);
	const { config } = instant;
	const links = usePrivateLinks();
	const [made, setMade] = useState<MadeLink>();
	const address = apiHref(`/${site.id}`);
	const switchOf = (name: SharingSwitchName) => (
		<ConfigSwitch name={name} texts={words.switches[name]} instant={instant} />
	);
	return (
		<>
			<Section title={settings.section.sharing} text={words.text}>
				<Panel label={words.switches.public[0]}>
					{switchOf("public")}
					{config.public && (
						<div class={frame["more"]}>
							<div class={css["address"]}>
								<code class="mono">{address}</code>
								<CopyButton text={address} label={words.copyPublic} />
								<LinkButton href={address} target="_blank" rel="noopener">
									{words.look}
								</LinkButton>
							</div>
						</div>
					)}
				</Panel>
				<Panel label={words.switches.embedEnabled[0]}>
					{switchOf("embedEnabled")}
					{config.embedEnabled && links.data && (
						<Embed config={config} link={embeddableLink(links.data, made)} />
					)}
				</Panel>
			</Section>
			<Section
				title={words.links.title}
				text={words.links.text}
				actions={site.mayConfigure && (links.data?.links.length ?? 0) > 0 && <AddLinkButton />}
				isPart
			>
				<Panel label={words.links.title}>
					<PrivateLinks report={links} onMade={setMade} />
				</Panel>
			</Section>
			<Section title={words.strangers} text={words.strangersText} isPart>
				<WhoSees />
			</Section>
		</>
	);
};
