import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import {
	type SettingsSection,
	sectionOf,
	shownGroups,
} from "../../layout/frame/settings-sections.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import type { Destination } from "../../router/destination.ts";
import { useAddress } from "../../router/use-address.ts";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { GuideLink } from "../shared/report/guide-link.tsx";
import { useHasDraft } from "../shared/write/drafts.ts";
import { useKeptNote } from "../shared/write/use-kept-note.ts";
import { type SiteConfig, useSiteConfig } from "./config/site-config.ts";
import { ExclusionsSection } from "./exclusions/exclusions-section.tsx";
import { DeleteSection } from "./exports/delete-section.tsx";
import { ExportsSection } from "./exports/exports-section.tsx";
import css from "./frame/frame.module.css";
import { WhoMay } from "./frame/who-may.tsx";
import { ImportsSection } from "./imports/imports-section.tsx";
import { SiteSection } from "./site/site-section.tsx";
import { SnippetSection } from "./site/snippet-section.tsx";
import { TrackingSection } from "./site/tracking-section.tsx";

const ClientsSection = lazyPart(
	async () => (await import("./clients/clients-section.tsx")).ClientsSection,
);
const AnnotationsSection = lazyPart(
	async () => (await import("./definitions/annotations-section.tsx")).AnnotationsSection,
);
const SegmentsSection = lazyPart(
	async () => (await import("./definitions/segments-section.tsx")).SegmentsSection,
);
const MoneySection = lazyPart(async () => (await import("./money/money-section.tsx")).MoneySection);
const SharingSection = lazyPart(
	async () => (await import("./sharing/sharing-section.tsx")).SharingSection,
);
const RulesSection = lazyPart(async () => (await import("./rules/rules-section.tsx")).RulesSection);
const MailsSection = lazyPart(async () => (await import("./mails/mails-section.tsx")).MailsSection);
const Schemas = lazyPart(
	async () => (await import("./schemas/schemas-section.tsx")).SchemasSection,
);

const SourceMaps = lazyPart(
	async () => (await import("./source-maps/source-maps-section.tsx")).SourceMapsSection,
);

const CONTENT: Record<SettingsSection, ComponentType<{ config: SiteConfig }>> = {
	site: SiteSection,
	tracking: TrackingSection,
	snippet: SnippetSection,
	exclusions: ExclusionsSection,
	money: MoneySection,
	clients: ClientsSection,
	rules: RulesSection,
	schemas: ({ config }) => (
		<Schemas config={config} title={useAreaWords("settings").section.schemas} />
	),
	"source-maps": () => <SourceMaps title={useAreaWords("settings").section["source-maps"]} />,
	sharing: SharingSection,
	mails: () => <MailsSection />,
	segments: () => <SegmentsSection />,
	annotations: () => <AnnotationsSection />,
	imports: ImportsSection,
	exports: ExportsSection,
	delete: DeleteSection,
};

/** Members have annotations and segments of their own. */
const FOR_MEMBERS: readonly SettingsSection[] = [
	"mails",
	"segments",
	"annotations",
	"exports",
	"snippet",
];

const Elsewhere = () => {
	const words = useWords();
	const texts = useAreaWords("settings");
	const { destination, linkTo } = useAddress();
	const { site } = useSiteView();
	if (destination.to !== "site") return null;
	const links: (readonly [string, Destination])[] = [
		[words.page.goals, { ...destination, page: "goals", rest: [] }],
		[words.page.funnels, { ...destination, page: "funnels", rest: [] }],
		[texts.keys, { to: "organization", rest: [site.organizationId, "keys"] }],
		[words.menu.members, { to: "organization", rest: [site.organizationId, "members"] }],
		[words.menu.teams, { to: "organization", rest: [site.organizationId, "teams"] }],
		[texts.ownZone, { to: "account", rest: ["preferences"] }],
	];
	return (
		<>
			<h2>{texts.elsewhere}</h2>
			{links
				.filter(([, to]) => site.mayConfigure || to.to !== "organization" || to.rest[1] !== "keys")
				.map(([label, to]) => (
					<a key={label} href={linkTo(to)}>
						{label}
					</a>
				))}
		</>
	);
};

const SectionMenu = ({ current }: { current: SettingsSection }) => {
	const words = useAreaWords("settings");
	const { destination, linkTo } = useAddress();
	const { site } = useSiteView();
	const isUnsaved = useHasDraft();
	const menu = useRef<HTMLElement>(null);
	useEffect(() => {
		// On a phone the menu is one line that scrolls.
		const chosen = menu.current?.querySelector<HTMLElement>("[aria-current]");
		if (menu.current && chosen) menu.current.scrollLeft = chosen.offsetLeft - 40;
	}, [current]);
	if (destination.to !== "site") return null;
	return (
		<nav ref={menu} class={css["nav"]} aria-label={words.menu}>
			{shownGroups(site.mayConfigure).flatMap((group) =>
				group.map((section) => (
					<a
						key={section}
						href={linkTo({ ...destination, page: "settings", rest: [section] })}
						aria-current={section === current ? "page" : undefined}
					>
						{words.section[section]}
						{isUnsaved(`${site.id} ${section}`) && (
							<span class={css["dot"]} title={words.unsaved}>
								<span class="vh">{words.unsaved}</span>
							</span>
						)}
					</a>
				)),
			)}
			<Elsewhere />
		</nav>
	);
};

/** Pages of the manual that explain a section. */
const GUIDES: Readonly<Partial<Record<SettingsSection, string>>> = {
	tracking: "script-tag",
	snippet: "guides/first-site",
	money: "api",
	sharing: "guides/sharing",
	mails: "guides/alerts-and-mails",
	segments: "guides/filters",
	imports: "imports",
	exports: "imports",
};

/** The settings of a site: one section at a time, each with its own URL. */
const Settings = () => {
	const words = useWords();
	const texts = useAreaWords("settings");
	const { destination } = useAddress();
	const { site } = useSiteView();
	const config = useSiteConfig();
	const section = sectionOf(destination.to === "site" ? destination.rest : []);
	useKeptNote(`${site.id} ${section}`, texts.leftUnsaved(texts.section[section]));
	const Content = CONTENT[section];
	const guide = GUIDES[section];
	const title = `${texts.section[section]} · ${words.page.settings}`;
	return (
		<>
			<PageHead
				title={title}
				of={site.domain}
				hasFilters={section === "exports"}
				hasComparison={false}
				actions={guide && <GuideLink to={guide} />}
			>
				{words.page.settings}
			</PageHead>
			<div class={css["grid"]}>
				<SectionMenu current={section} />
				<div class={css["content"]}>
					{!FOR_MEMBERS.includes(section) && <WhoMay />}
					{config.data ? (
						<Content key={`${site.id} ${section}`} config={config.data} />
					) : config.failure ? (
						<Panel label={texts.section[section]}>
							<ReportFailure report={config} />
						</Panel>
					) : (
						<SkeletonBlock height={20} />
					)}
				</div>
			</div>
		</>
	);
};

export default Settings;
