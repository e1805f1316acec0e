import { type Membership, useLiveCount } from "../../api/sites.ts";
import { numberFormat } from "../../format/number-format.ts";
import { pluralForm } from "../../format/plural.ts";
import { useWording, useWords } from "../../i18n/language.ts";
import type { Destination, SitePage } from "../../router/destination.ts";
import { useAddress } from "../../router/use-address.ts";
import { Brand } from "../../ui/brand.tsx";
import { LiveDot } from "../../ui/form/choice.tsx";
import { paletteKeys } from "../keyboard/palette-key.ts";
import type { OpenSite } from "../site-view.ts";
import { AccountMenu } from "./account-menu.tsx";
import css from "./frame.module.css";
import type { FrameContent } from "./frame-content.ts";
import { maySee, menuGroups, organizationPages } from "./menu-entries.ts";
import { SiteSwitcher } from "./site-switcher.tsx";

const Entry = ({
	to,
	label,
	isCurrent,
}: {
	to: Destination;
	label: string;
	isCurrent: boolean;
}) => {
	const { linkTo } = useAddress();
	return (
		<a class={css["entry"]} href={linkTo(to)} aria-current={isCurrent ? "page" : undefined}>
			{label}
		</a>
	);
};

const SiteEntries = ({
	open,
	shownPages,
}: { open: OpenSite } & Pick<FrameContent, "shownPages">) => {
	const { words, locale } = useWording();
	const { destination } = useAddress();
	const isHidden = !maySee("live", { isVisitor: open.isVisitor, shownPages });
	const live = useLiveCount(open.site.id, open.viewer, isHidden);
	if (destination.to !== "site") return null;
	const entry = (page: SitePage) => ({ ...destination, page, rest: [] });
	return menuGroups({ isVisitor: open.isVisitor, shownPages }).map(({ title, pages }) => (
		<div key={title ?? ""}>
			{title && <h2>{words.menu[title]}</h2>}
			<ul>
				{pages.map((page) => (
					<li key={page}>
						<Entry
							to={entry(page)}
							label={words.page[page]}
							isCurrent={destination.page === page}
						/>
						{page === "live" && live.data !== undefined && (
							<span
								class={css["count"]}
								title={pluralForm(live.data, locale, words.menu.sessionsNow)}
								aria-hidden="true"
							>
								<LiveDot isOn={live.data > 0}>
									<b>{numberFormat(locale, {}).format(live.data)}</b>
								</LiveDot>
							</span>
						)}
					</li>
				))}
			</ul>
		</div>
	));
};

const OrganizationEntries = ({ organizations }: { organizations: readonly Membership[] }) => {
	const words = useWords();
	const { destination } = useAddress();
	const opened = destination.to === "organization" ? destination.rest : [];
	return (
		<>
			<ul>
				<li>
					<Entry
						to={{ to: "sites" }}
						label={words.page.sites}
						isCurrent={destination.to === "sites"}
					/>
				</li>
			</ul>
			{organizations.map(({ id, name, role }) => (
				<div key={id}>
					<h2 class="cut">{name}</h2>
					<ul>
						{organizationPages(role).map((page) => (
							<li key={page}>
								<Entry
									to={{ to: "organization", rest: [id, page] }}
									label={words.menu[page]}
									isCurrent={opened[0] === id && (opened[1] ?? "members") === page}
								/>
							</li>
						))}
					</ul>
				</div>
			))}
		</>
	);
};

/** From 1024 px on: a menu of all pages, beside the page. */
export const SideMenu = (props: FrameContent & { onSearch(): void; onHelp(): void }) => {
	const { person, organizations, open, shownPages, onSearch, onHelp } = props;
	const words = useWords();
	const { destination } = useAddress();
	const mayConfigure = open && !open.isVisitor && destination.to === "site";
	return (
		<aside class={css["side"]} aria-label={words.menu.side}>
			{person ? <SiteSwitcher current={open?.site} organizations={organizations} /> : <Brand />}
			<nav aria-label={words.menu.label}>
				{open ? (
					<SiteEntries open={open} shownPages={shownPages} />
				) : (
					<OrganizationEntries organizations={organizations} />
				)}
			</nav>
			<div class={css["foot"]}>
				{mayConfigure && (
					<Entry
						to={{ ...destination, page: "settings", rest: [] }}
						label={words.page.settings}
						isCurrent={destination.page === "settings"}
					/>
				)}
				<button type="button" class={css["entry"]} onClick={onSearch}>
					{words.menu.search} <kbd class="end">{paletteKeys()}</kbd>
				</button>
				<button type="button" class={css["entry"]} onClick={onHelp}>
					{words.menu.shortcuts} <kbd class="end">?</kbd>
				</button>
				<AccountMenu person={person} onSearch={onSearch} onHelp={onHelp} />
			</div>
		</aside>
	);
};
