import { Icon } from "../../part/icon.tsx";
import { Menu, type MenuItem } from "../../part/menu.tsx";
import { Popover, PopoverBody } from "../../part/popover.tsx";
import { useAreaWords } from "../../words/areas.ts";

/** What can be done with a row, at its end. */
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
