import { useState } from "preact/hooks";
import { apiHref } from "../../../api/client.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { LiveDot } from "../../../ui/form/choice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { Reasons } from "../../shared/install/reasons.tsx";
import { SNIPPET_KINDS, type SnippetKind, snippetOf } from "../../shared/install/snippets.ts";
import type { SiteConfig } from "../config/site-config.ts";
import css from "../frame/frame.module.css";
import { Section } from "../frame/section.tsx";
import { useOutcomes } from "../frame/use-outcomes.ts";
import { attributeTag, noScriptTag, policyLine } from "./more-snippets.ts";

/** Whether events arrived in the last hour, and if not, what may be the reason. */
const Arriving = () => {
	const { locale } = useWording();
	const words = useAreaWords("settings").snippet;
	const { site } = useSiteView();
	const outcomes = useOutcomes(5000);
	const { data } = outcomes;
	const count = new Intl.NumberFormat(locale);
	const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
	if (!data) return null;
	return (
		<>
			<p class="row" role="status">
				<LiveDot isOn={data.stored > 0}>
					<span class={css["wrap"]}>
						{data.stored > 0
							? words.arrives(count.format(data.stored))
							: data.lastEventAt
								? words.quiet(time.format(new Date(data.lastEventAt)))
								: words.listening}
					</span>
				</LiveDot>
			</p>
			{data.givenUpByBrowsers > 0 && (
				<Banner>
					<p>{words.givenUp(count.format(data.givenUpByBrowsers))}</p>
				</Banner>
			)}
			{data.oneAddress && (
				<Banner>
					<p>{words.oneAddress}</p>
				</Banner>
			)}
			{data.stored === 0 && <Reasons site={site.id} />}
		</>
	);
};

/** The code to add to the site, and whether visits are being counted. */
export const SnippetSection = ({ config }: { config: SiteConfig }) => {
	const start = useAreaWords("start");
	const texts = useAreaWords("settings");
	const { address, change } = useAddress();
	const { site } = useSiteView();
	const [kind, setKind] = useState<SnippetKind>(
		SNIPPET_KINDS.find((one) => one === address.by) ?? "html",
	);
	const origin = apiHref("");
	const host = new URL(origin).host;
	return (
		<>
			<Section title={texts.section.snippet} text={texts.snippet.text}>
				{config.type === "mobile" && (
					<Banner>
						<p>{texts.snippet.app}</p>
					</Banner>
				)}
				<Panel label={texts.section.snippet}>
					<Tabs<SnippetKind>
						label={start.welcome.tabsLabel}
						tabs={SNIPPET_KINDS.map((id) => ({ id, label: start.welcome.tabs[id] }))}
						chosen={kind}
						onChoose={(one) => {
							setKind(one);
							change({ by: one === "html" ? undefined : one });
						}}
					>
						<div class={css["more"]}>
							<CodeBlock code={snippetOf(kind, site.id, origin)} />
							{kind !== "html" && <p class="mut">{texts.snippet.captures}</p>}
						</div>
					</Tabs>
				</Panel>
			</Section>
			<Section title={texts.snippet.check} isPart>
				<Panel label={texts.snippet.check} isPadded>
					<div class="col">
						<Arriving />
						<div>
							<LinkButton
								href={`${config.domain.startsWith("localhost") ? "http" : "https"}://${config.domain}/`}
								target="_blank"
								rel="noopener"
							>
								<span class="cut">{start.welcome.openSite(config.domain)}</span>
							</LinkButton>
						</div>
					</div>
				</Panel>
			</Section>
			<Section title={texts.snippet.other} isPart>
				<Panel label={texts.snippet.other} isPadded>
					<div class="col">
						<p class={css["name"]}>{texts.snippet.optimiser}</p>
						<CodeBlock code={attributeTag(site.id, origin)} />
						<p class={css["name"]}>{texts.snippet.noScript}</p>
						<CodeBlock code={noScriptTag(site.id, origin)} />
						<p class={css["name"]}>{texts.snippet.policy}</p>
						<CodeBlock code={policyLine(origin)} />
						<p class="mut">{texts.snippet.blockers(host)}</p>
					</div>
				</Panel>
			</Section>
		</>
	);
};
