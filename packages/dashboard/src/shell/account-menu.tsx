import { useAddress } from "../address/use-address.ts";
import { type SignedIn, signOut } from "../api/session.ts";
import { Icon } from "../part/icon.tsx";
import { Menu, type MenuItem } from "../part/menu.tsx";
import { Popover, PopoverBody } from "../part/popover.tsx";
import { LANGUAGES, type Language, useWording } from "../words/language.ts";
import css from "./frame.module.css";
import { type Preferences, prefer, usePreferences } from "./preference/preferences.ts";

const THEMES: readonly Preferences["theme"][] = ["system", "light", "dark"];

interface AccountMenuProps {
	person: SignedIn | undefined;
	/** On phones: dots instead of the address of who is signed in, and the pages that the bar below has no place for. */
	more?: readonly MenuItem[];
	onHelp(): void;
}

/** Account, colours, language, and what a phone's bars have no place for. */
export const AccountMenu = ({ person, more, onHelp }: AccountMenuProps) => {
	const { words, language } = useWording();
	const { theme } = usePreferences();
	const { linkTo, go } = useAddress();
	const isPhone = more !== undefined;
	return (
		<Popover
			kind="quiet"
			size="s"
			isIcon={isPhone}
			buttonClass={isPhone ? undefined : css["account"]}
			title={words.menu.open}
			{...(isPhone && { label: words.menu.open })}
			button={
				isPhone ? (
					<Icon name="more" />
				) : (
					<>
						<span class="cut">{person?.email ?? words.menu.open}</span>
						<Icon name="down" class="end" />
					</>
				)
			}
		>
			{(close) => (
				<PopoverBody>
					<Menu
						label={words.menu.open}
						onDone={close}
						items={[
							...(more ?? []),
							...(person
								? [
										{
											id: "account",
											label: words.page.account,
											href: linkTo({ to: "account", rest: [] }),
										},
									]
								: []),
							{ id: "help", label: words.menu.shortcuts, note: <kbd>?</kbd>, onPick: onHelp },
						]}
					/>
					<p class={css["group"]}>{words.menu.theme}</p>
					<Menu
						label={words.menu.theme}
						items={THEMES.map((id) => ({
							id,
							label: words.menu.themes[id],
							isChosen: id === theme,
							onPick: () => prefer({ theme: id }),
						}))}
					/>
					<p class={css["group"]}>{words.menu.language}</p>
					<Menu
						label={words.menu.language}
						items={(Object.entries(LANGUAGES) as [Language, string][]).map(([id, label]) => ({
							id,
							label,
							isChosen: id === language,
							onPick: () => prefer({ language: id }),
						}))}
					/>
					<p class={css["group"]} />
					<Menu
						label={words.page.account}
						onDone={close}
						items={[
							person
								? {
										id: "out",
										label: words.menu.signOut,
										onPick: () => {
											void signOut().then(() => go("/login"));
										},
									}
								: { id: "in", label: words.menu.signIn, href: linkTo({ to: "login" }) },
						]}
					/>
				</PopoverBody>
			)}
		</Popover>
	);
};
