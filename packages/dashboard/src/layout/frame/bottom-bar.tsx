import { useWords } from "../../i18n/language.ts";
import type { SitePage } from "../../router/destination.ts";
import { useAddress } from "../../router/use-address.ts";
import { joined } from "../../ui/class-names.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import css from "./frame.module.css";
import type { FrameContent } from "./frame-content.ts";
import { Menu } from "./lazy-menu.ts";
import { type BottomPage, bottomEntries } from "./menu-entries.ts";

const ICONS: Readonly<Record<BottomPage, IconName>> = {
	overview: "bars",
	live: "pulse",
	pages: "page",
	sources: "route",
};

/** Below 1024 px: the pages of every day in reach of the thumb, and a menu of the others. */
export const BottomBar = ({ open, shownPages, page }: FrameContent & { page: SitePage }) => {
	const words = useWords();
	const { destination, linkTo } = useAddress();
	if (!open || destination.to !== "site") return null;
	const { pages, more } = bottomEntries({ isVisitor: open.isVisitor, shownPages });
	const hrefOf = (to: SitePage) => linkTo({ ...destination, page: to, rest: [] });
	const isUnderMore = more.some((group) => group.pages.includes(page));
	return (
		<nav class={css["bottom"]} aria-label={words.menu.bottom}>
			{pages.map((entry) => (
				<a
					key={entry}
					class={css["tab"]}
					href={hrefOf(entry)}
					aria-current={entry === page ? "page" : undefined}
				>
					<Icon name={ICONS[entry]} />
					{words.page[entry]}
				</a>
			))}
			{more.length > 0 && (
				<Popover
					kind="quiet"
					size="s"
					title={words.menu.more}
					button={
						<>
							<Icon name="more" />
							{words.menu.more}
						</>
					}
					buttonClass={joined(css["tab"], isUnderMore && css["here"])}
				>
					{(close) => (
						<div class={css["others"]}>
							<PopoverBody>
								{more.map(({ title, pages: listed }) => (
									<div key={title}>
										<p class={css["group"]}>{words.menu[title ?? "more"]}</p>
										<Menu
											label={words.menu[title ?? "more"]}
											onDone={close}
											items={listed.map((one) => ({
												id: one,
												label: words.page[one],
												href: hrefOf(one),
												isChosen: one === page,
											}))}
										/>
									</div>
								))}
							</PopoverBody>
						</div>
					)}
				</Popover>
			)}
		</nav>
	);
};
