import type { ComponentChildren } from "preact";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { SiteConfig } from "../config/site-config.ts";
import { useInstant } from "../config/use-instant.ts";
import css from "../frame/frame.module.css";
import { FailureLine, Section } from "../frame/section.tsx";
import { useOutcomes } from "../frame/use-outcomes.ts";
import { AddExclusion } from "./add-exclusion.tsx";
import { CountedHosts } from "./counted-hosts.tsx";
import { EXCLUSION_KINDS, type ListName, listChange, valuesOf } from "./exclusion-kinds.ts";
import { ExclusionTable, useValueText } from "./exclusion-table.tsx";

interface ListPanelProps {
	label: string;
	lists: readonly ListName[];
	instant: ReturnType<typeof useInstant>;
	filtered: Readonly<Record<string, number>> | undefined;
	/** What an empty list means. */
	empty: string;
	children?: ComponentChildren;
}

/** One or several lists, with the input that adds to them. */
const ListPanel = ({ label, lists, instant, filtered, empty, children }: ListPanelProps) => {
	const words = useAreaWords("settings");
	const { site } = useSiteView();
	const valueTextOf = useValueText();
	const { config, failure, save } = instant;
	const isEmpty = lists.every((list) => config[list].length === 0);
	const failed = failure?.fields.some((field) => (lists as readonly string[]).includes(field));
	return (
		<Panel label={label}>
			{isEmpty && !site.mayConfigure && (
				<div class={css["more"]}>
					<p class="sec">{empty}</p>
				</div>
			)}
			<ExclusionTable
				lists={lists}
				config={config}
				filtered={filtered}
				onRemove={(list, value) =>
					save(
						listChange(
							list,
							valuesOf(config, list).filter((one) => one !== value),
						),
						words.removed(valueTextOf(list, value)),
					)
				}
			/>
			{site.mayConfigure && (
				<div class={css["more"]}>
					{isEmpty && <p class="sec">{empty}</p>}
					{children}
					<AddExclusion
						lists={lists}
						config={config}
						onAdd={(list, value) =>
							save(
								listChange(list, [...valuesOf(config, list), value]),
								words.added(valueTextOf(list, value)),
							)
						}
					/>
					{failure && failed && <FailureLine failure={failure.of} />}
				</div>
			)}
		</Panel>
	);
};

/** What is not counted: visitors, networks, countries, pages; and how much that was recently. */
export const ExclusionsSection = ({ config: saved }: { config: SiteConfig }) => {
	const { locale } = useWording();
	const words = useAreaWords("settings");
	const texts = words.exclusions;
	const { destination, linkTo } = useAddress();
	const instant = useInstant(saved);
	const outcomes = useOutcomes(15_000);
	const filtered = outcomes.data?.filtered;
	const withSignal = filtered?.["GPC"] ?? 0;
	const { config } = instant;
	const hasForeign =
		config.allowedOrigins.length > 0 &&
		!config.allowedOrigins.some((origin) => origin.includes(config.domain));
	return (
		<>
			<Section title={words.section.exclusions} text={texts.text}>
				<ListPanel
					label={words.section.exclusions}
					lists={EXCLUSION_KINDS}
					instant={instant}
					filtered={filtered}
					empty={texts.empty}
				/>
				{(config.respectGpc || withSignal > 0) && destination.to === "site" && (
					<p class="sec">
						{texts.signal(new Intl.NumberFormat(locale).format(withSignal))}{" "}
						<a class="link" href={linkTo({ ...destination, page: "settings", rest: ["tracking"] })}>
							{words.section.tracking}
						</a>
					</p>
				)}
			</Section>
			<Section title={texts.parameters} text={texts.parametersText} isPart>
				<ListPanel
					label={texts.parameters}
					lists={["excludedQueryParams"]}
					instant={instant}
					filtered={filtered}
					empty={texts.noParameters}
				/>
			</Section>
			<Section title={texts.ownDomains} text={texts.ownDomainsText(config.domain)} isPart>
				<ListPanel
					label={texts.ownDomains}
					lists={["ownDomains"]}
					instant={instant}
					filtered={filtered}
					empty={texts.noOwnDomains}
				/>
			</Section>
			<Section title={texts.errorHosts} text={texts.errorHostsText(config.domain)} isPart>
				<ListPanel
					label={texts.errorHosts}
					lists={["errorHosts"]}
					instant={instant}
					filtered={filtered}
					empty={texts.noErrorHosts}
				/>
			</Section>
			{config.type === "web" && (
				<CountedHosts instant={instant} foreignHosts={outcomes.data?.foreignHosts ?? []} />
			)}
			<Section title={texts.origins} text={texts.originsText} isPart>
				<ListPanel
					label={texts.origins}
					lists={["allowedOrigins"]}
					instant={instant}
					filtered={filtered}
					empty={texts.noOrigins}
				>
					{hasForeign && (
						<Banner tone="warn">
							<p>{texts.ownOrigin(config.domain)}</p>
						</Banner>
					)}
				</ListPanel>
			</Section>
		</>
	);
};
