import { useWords } from "../../i18n/language.ts";
import type { SitePage } from "../../router/destination.ts";
import { useAddress } from "../../router/use-address.ts";
import { joined } from "../../ui/class-names.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import css from "./frame.module.css";
import type { FrameContent } from "./frame-content.ts";
import { Menu } from "./lazy-menu.ts";
import { type BottomEntry, bottomEntryOf, bottomPages } from "./menu-entries.ts";

const ENTRIES: readonly (readonly [BottomEntry, IconName])[] = [
	["overview", "bars"],
	["live", "pulse"],
	["behaviour", "route"],
	["people", "people"],
	["more", "more"],
];

/** Below 1024 px: the main pages in reach of the thumb. Entries with several pages open a menu of them. */
export const BottomBar = ({ open, shownPages, page }: FrameContent & { page: SitePage }) => {
	const words = useWords();
	const { destination, linkTo } = useAddress();
	if (!open || destination.to !== "site") return null;
	const current = bottomEntryOf(page);
	const hrefOf = (to: SitePage) => linkTo({ ...destination, page: to, rest: [] });
	return (
		<nav class={css["bottom"]} aria-label={words.menu.bottom}>
			{ENTRIES.map(([entry, icon]) => {
				const pages = bottomPages(entry, { isVisitor: open.isVisitor, shownPages });
				const [only] = pages;
				if (only === undefined) return null;
				const label =
					entry === "overview" || entry === "live" ? words.page[entry] : words.menu[entry];
				const face = (
					<>
						<Icon name={icon} />
						{label}
					</>
				);
				if (pages.length === 1)
					return (
						<a
							key={entry}
							class={css["tab"]}
							href={hrefOf(only)}
							aria-current={entry === current ? "page" : undefined}
						>
							{face}
						</a>
					);
				return (
					<Popover
						key={entry}
						kind="quiet"
						size="s"
						title={label}
						button={face}
						buttonClass={joined(css["tab"], entry === current && css["here"])}
					>
						{(close) => (
							<PopoverBody>
								<Menu
									label={label}
									onDone={close}
									items={pages.map((one) => ({
										id: one,
										label: words.page[one],
										href: hrefOf(one),
										isChosen: one === page,
									}))}
								/>
							</PopoverBody>
						)}
					</Popover>
				);
			})}
		</nav>
	);
};
