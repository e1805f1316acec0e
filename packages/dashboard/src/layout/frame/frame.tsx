import type { ComponentChildren, ComponentType } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { searchOf } from "../../router/address.ts";
import { DEFAULT_COMPARISON } from "../../router/comparison.ts";
import { basePath } from "../../router/current-place.ts";
import { useAddress } from "../../router/use-address.ts";
import { Icon } from "../../ui/icon.tsx";
import { Toasts } from "../../ui/overlay/toast.tsx";
import { FILTER_BUTTON_ID } from "../head/page-head.tsx";
import type { Command } from "../keyboard/keyboard.ts";
import { useKeyboard } from "../keyboard/use-keyboard.ts";
import { lazyPart } from "../lazy/lazy-part.tsx";
import { useMedia } from "../preference/use-external-store.ts";
import { usePreferences } from "../preference/use-preferences.ts";
import { BottomBar } from "./bottom-bar.tsx";
import css from "./frame.module.css";
import type { FrameContent, PaletteProps } from "./frame-content.ts";
import { SideMenu } from "./side-menu.tsx";
import { SITE_SWITCHER_ID } from "./site-switcher.tsx";
import { TopBar } from "./top-bar.tsx";

const ShortcutsHelp = lazyPart(async () => (await import("./shortcuts-help.tsx")).ShortcutsHelp);

const Notices = lazyPart(async () => (await import("../notice/notices.tsx")).Notices, {
	isQuiet: true,
});

const press = (id: string) => document.getElementById(id)?.click();

/** Runs a shortcut; those of a site do nothing on other pages. */
const useCommands = (showHelp: () => void, showPalette: () => void) => {
	const { destination, address, change, goTo } = useAddress();
	return (command: Command) => {
		if (command.do === "help") return showHelp();
		if (command.do === "palette") return showPalette();
		if (command.do === "site") return press(SITE_SWITCHER_ID);
		if (destination.to !== "site") return undefined;
		switch (command.do) {
			case "range":
				return change({ range: command.range });
			case "go":
				return goTo({ ...destination, page: command.page, rest: [] });
			case "compare":
				return change({
					comparison: address.comparison.kind === "off" ? DEFAULT_COMPARISON : { kind: "off" },
				});
			case "filter":
				return press(FILTER_BUTTON_ID);
			case "clear":
				return address.filters.length > 0 ? change({ filters: [] }) : undefined;
		}
	};
};

/** Shown below an embedded page: a link to the full dashboard. */
const Source = ({ domain }: { domain: string }) => {
	const words = useWords();
	const { address, here } = useAddress();
	const path = here.split("?", 1)[0] ?? "/";
	const others = address.others.filter(([key]) => key !== "embed");
	return (
		<a
			class={css["source"]}
			href={basePath() + path + searchOf({ ...address, others })}
			target="_blank"
			rel="noopener"
		>
			{words.menu.source(domain)}
			<Icon name="out" />
		</a>
	);
};

interface FrameProps extends FrameContent {
	/** The command palette, which finds what the menus contain. */
	palette: ComponentType<PaletteProps>;
	children: ComponentChildren;
}

/** The frame of every page: menus, shortcuts and messages. */
export const Frame = ({ children, palette: Palette, ...content }: FrameProps) => {
	const words = useWords();
	const { destination } = useAddress();
	const isWide = useMedia("(min-width: 1024px)");
	const { hasShortcuts } = usePreferences();
	const [isHelpOpen, setIsHelpOpen] = useState(false);
	const [isPaletteOpen, setIsPaletteOpen] = useState(false);
	const showHelp = () => setIsHelpOpen(true);
	const showPalette = () => setIsPaletteOpen(true);
	useKeyboard(hasShortcuts, useCommands(showHelp, showPalette));
	const page = destination.to === "site" ? destination.page : undefined;
	const isBare = content.open?.isEmbedded === true;
	return (
		<>
			<a class={css["skip"]} href="#main">
				{words.menu.skip}
			</a>
			{!isBare && !isWide && <TopBar {...content} onSearch={showPalette} onHelp={showHelp} />}
			<div class={isBare ? css["bare"] : css["frame"]}>
				{!isBare && isWide && <SideMenu {...content} onSearch={showPalette} onHelp={showHelp} />}
				<main class={css["main"]} id="main" tabIndex={-1}>
					<Notices isSignedIn={content.person !== undefined} />
					{children}
					{isBare && content.open && <Source domain={content.open.site.domain} />}
				</main>
			</div>
			{!isBare && !isWide && page && <BottomBar {...content} page={page} />}
			<span class="vh" role="status">
				{page && words.menu.changed(words.page[page])}
			</span>
			{isPaletteOpen && (
				<Palette {...content} onHelp={showHelp} onClose={() => setIsPaletteOpen(false)} />
			)}
			{isHelpOpen && <ShortcutsHelp onClose={() => setIsHelpOpen(false)} />}
			<Toasts />
		</>
	);
};
