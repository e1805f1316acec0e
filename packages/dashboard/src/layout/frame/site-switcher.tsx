import type { Membership } from "../../api/sites.ts";
import { useWords } from "../../i18n/language.ts";
import { Icon, Mark } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart } from "../lazy/lazy-part.tsx";
import css from "./site-switcher.module.css";

const SiteChoice = lazyPart(async () => (await import("./site-choice.tsx")).SiteChoice);

export const SITE_SWITCHER_ID = "site-switcher";

interface SiteSwitcherProps {
	/** The open site, or none on pages of all sites. */
	current: { id: string; domain: string } | undefined;
	organizations: readonly Membership[];
}

/** Shows the open site and opens others. */
export const SiteSwitcher = ({ current, organizations }: SiteSwitcherProps) => {
	const words = useWords();
	const name = current?.domain ?? words.sites.all;
	return (
		<Popover
			buttonId={SITE_SWITCHER_ID}
			buttonClass={css["button"]}
			label={words.sites.switch(name)}
			title={words.sites.search}
			button={
				<>
					<span class={css["name"]}>
						<Mark />
						<span class="cut">{name}</span>
					</span>
					<Icon name="down" />
				</>
			}
		>
			{(close) => (
				<SiteChoice current={current?.id} organizations={organizations} onClose={close} />
			)}
		</Popover>
	);
};
