import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Brand } from "../../ui/brand.tsx";
import { AccountMenu } from "./account-menu.tsx";
import css from "./frame.module.css";
import type { FrameContent } from "./frame-content.ts";
import { LiveNow } from "./live-now.tsx";
import { maySee } from "./menu-entries.ts";
import { SiteSwitcher } from "./site-switcher.tsx";

/** Below 1024 px: the site, its live sessions, and a menu of the rest. */
export const TopBar = (props: FrameContent & { onSearch(): void; onHelp(): void }) => {
	const { person, organizations, open, shownPages, onSearch, onHelp } = props;
	const words = useWords();
	const { destination, linkTo } = useAddress();
	const settings =
		open && !open.isVisitor && destination.to === "site"
			? [
					{
						id: "settings",
						label: words.page.settings,
						href: linkTo({ ...destination, page: "settings", rest: [] }),
					},
				]
			: [];
	const ofOrganizations = open
		? []
		: organizations.map(({ id, name }) => ({
				id: `organization-${id}`,
				label: name,
				href: linkTo({ to: "organization", rest: [id, "members"] }),
			}));
	return (
		<header class={css["top"]}>
			<div class={css["site"]}>
				{person ? <SiteSwitcher current={open?.site} organizations={organizations} /> : <Brand />}
			</div>
			<span class="end">
				{open && maySee("live", { isVisitor: open.isVisitor, shownPages }) && (
					<LiveNow open={open} />
				)}
			</span>
			<AccountMenu
				person={person}
				more={[...settings, ...ofOrganizations]}
				onSearch={onSearch}
				onHelp={onHelp}
			/>
		</header>
	);
};
