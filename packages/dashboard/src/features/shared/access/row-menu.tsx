import { useAreaWords } from "../../../i18n/areas.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, type MenuItem } from "../../../ui/overlay/menu.tsx";
import { Popover, PopoverBody } from "../../../ui/overlay/popover.tsx";

/** The actions of a row, at its end. */
export const RowMenu = ({ name, items }: { name: string; items: readonly MenuItem[] }) => {
	const label = useAreaWords("around").actions(name);
	return (
		<Popover kind="quiet" isIcon size="s" label={label} title={label} button={<Icon name="more" />}>
			{(close) => (
				<PopoverBody>
					<Menu label={label} items={items} onDone={close} />
				</PopoverBody>
			)}
		</Popover>
	);
};
