import { type SignedIn, signOut } from "../../api/session.ts";
import { useWording } from "../../i18n/language.ts";
import { LANGUAGES, type Language } from "../../i18n/languages.ts";
import { useAddress } from "../../router/use-address.ts";
import { Menu, type MenuItem } from "../../ui/overlay/menu.tsx";
import { PopoverBody } from "../../ui/overlay/popover.tsx";
import { paletteKeys } from "../keyboard/palette-key.ts";
import { prefer, THEMES } from "../preference/preferences.ts";
import { usePreferences } from "../preference/use-preferences.ts";
import css from "./frame.module.css";

interface AccountItemsProps {
	person: SignedIn | undefined;
	/** Shown before all others. */
	more: readonly MenuItem[];
	onSearch(): void;
	onHelp(): void;
	onClose(): void;
}

export const AccountItems = (props: AccountItemsProps) => {
	const { person, more, onSearch, onHelp, onClose } = props;
	const { words, language } = useWording();
	const { theme } = usePreferences();
	const { linkTo, go } = useAddress();
	return (
		<PopoverBody>
			<Menu
				label={words.menu.open}
				onDone={onClose}
				items={[
					...more,
					...(person
						? [
								{
									id: "account",
									label: words.page.account,
									href: linkTo({ to: "account", rest: [] }),
								},
							]
						: []),
					{
						id: "search",
						label: words.menu.search,
						note: <kbd>{paletteKeys()}</kbd>,
						onPick: onSearch,
					},
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
				onDone={onClose}
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
	);
};
