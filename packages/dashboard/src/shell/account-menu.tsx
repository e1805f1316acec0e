import type { SignedIn } from "../api/session.ts";
import { Icon } from "../part/icon.tsx";
import type { MenuItem } from "../part/menu.tsx";
import { Popover } from "../part/popover.tsx";
import { useWords } from "../words/language.ts";
import css from "./frame.module.css";
import { lazyPart } from "./lazy/lazy-part.tsx";

const AccountItems = lazyPart(
	async () => (await import("./menu-content/account-items.tsx")).AccountItems,
);

interface AccountMenuProps {
	person: SignedIn | undefined;
	/** On phones: dots instead of the address of who is signed in, and the pages that the bar below has no place for. */
	more?: readonly MenuItem[];
	onHelp(): void;
}

/** Account, colours, language, and what a phone's bars have no place for. */
export const AccountMenu = ({ person, more, onHelp }: AccountMenuProps) => {
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
				<AccountItems person={person} more={more ?? []} onHelp={onHelp} onClose={close} />
			)}
		</Popover>
	);
};
