import type { SignedIn } from "../../api/session.ts";
import { useWords } from "../../i18n/language.ts";
import { Icon } from "../../ui/icon.tsx";
import type { MenuItem } from "../../ui/overlay/menu.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart } from "../lazy/lazy-part.tsx";
import css from "./frame.module.css";

const AccountItems = lazyPart(async () => (await import("./account-items.tsx")).AccountItems);

interface AccountMenuProps {
	person: SignedIn | undefined;
	/** On phones: the pages that do not fit into the bottom bar; the button shows dots instead of the e-mail address. */
	more?: readonly MenuItem[];
	onSearch(): void;
	onHelp(): void;
}

/** Account, theme, language, and what does not fit into a phone's bars. */
export const AccountMenu = ({ person, more, onSearch, onHelp }: AccountMenuProps) => {
	const words = useWords();
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
				<AccountItems
					person={person}
					more={more ?? []}
					onSearch={onSearch}
					onHelp={onHelp}
					onClose={close}
				/>
			)}
		</Popover>
	);
};
