import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { joined } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import css from "./menu.module.css";

export interface MenuItem {
	/** Unique in the menu. */
	id: string;
	label: ComponentChildren;
	/** At the end of the line: a count or a shortcut. */
	note?: ComponentChildren;
	/** For single-choice menus: whether it is the current one. */
	isChosen?: boolean;
	/** A link if present; otherwise {@link onPick} is used. */
	href?: string;
	onPick?(): void;
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
	ArrowDown: (at, count) => (at + 1) % count,
	ArrowUp: (at, count) => (at - 1 + count) % count,
	Home: () => 0,
	End: (_, count) => count - 1,
};

interface MenuProps {
	label: string;
	items: readonly MenuItem[];
	/** Called after an item was picked. */
	onDone?(): void;
}

/** A list in a popover to pick from: arrow keys move, letters jump, Enter picks. */
export const Menu = ({ label, items, onDone }: MenuProps) => {
	const list = useRef<HTMLDivElement>(null);
	const entries = () => [
		...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? []),
	];
	const onKeyDown = (event: KeyboardEvent) => {
		const all = entries();
		const at = all.indexOf(document.activeElement as HTMLElement);
		const move = MOVES[event.key];
		const found = move
			? all[move(at, all.length)]
			: event.key.length === 1 && event.key !== " "
				? [...all.slice(at + 1), ...all.slice(0, at + 1)].find((one) =>
						one.textContent.toLowerCase().startsWith(event.key.toLowerCase()),
					)
				: undefined;
		if (!found) return;
		event.preventDefault();
		found.focus();
	};
	const first = Math.max(
		0,
		items.findIndex(({ isChosen }) => isChosen),
	);
	const isChoice = items.some(({ isChosen }) => isChosen !== undefined);
	return (
		<div ref={list} role="menu" aria-label={label} class={css["menu"]} onKeyDown={onKeyDown}>
			{items.map(({ id, label: text, note, isChosen, href, onPick }, index) => {
				const shared = {
					key: id,
					role: isChosen === undefined ? ("menuitem" as const) : ("menuitemradio" as const),
					class: css["item"],
					tabIndex: index === first ? 0 : -1,
					...(index === first && { "data-first": true }),
					...(isChosen !== undefined && { "aria-checked": isChosen }),
				};
				const content = (
					<>
						{isChoice && <Icon name="check" class={joined(!isChosen && css["off"])} />}
						<span class="cut">{text}</span>
						{note !== undefined && <span class={css["note"]}>{note}</span>}
					</>
				);
				return href === undefined ? (
					<button
						{...shared}
						type="button"
						onClick={() => {
							onPick?.();
							onDone?.();
						}}
					>
						{content}
					</button>
				) : (
					<a {...shared} href={href} onClick={() => onDone?.()}>
						{content}
					</a>
				);
			})}
		</div>
	);
};
