import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import css from "./tabs.module.css";

interface TabsProps<Id extends string> {
	label: string;
	tabs: readonly { id: Id; label: ComponentChildren }[];
	chosen: Id;
	onChoose(id: Id): void;
	/** Shown beside the tabs: heads of columns. */
	aside?: ComponentChildren;
	/** The content of the chosen tab. */
	children: ComponentChildren;
	/** Class of the line with the tabs. */
	headClass?: string | undefined;
}

/** Several lists in one place. Arrow keys, Home and End move between tabs. */
export const Tabs = <Id extends string>(props: TabsProps<Id>) => {
	const { label, tabs, chosen, onChoose } = props;
	const id = useId();
	const list = useRef<HTMLDivElement>(null);
	// If the tabs do not fit, the URL may name one that is out of view.
	useLayoutEffect(() => {
		const row = list.current;
		const tab = row?.querySelector<HTMLElement>("[aria-selected=true]");
		if (!row || !tab) return;
		const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
		if (inner.left < outer.left || inner.right > outer.right)
			row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
	}, [chosen]);
	const onKeyDown = (event: KeyboardEvent) => {
		const at = tabs.findIndex((tab) => tab.id === chosen);
		const to = {
			ArrowRight: (at + 1) % tabs.length,
			ArrowLeft: (at - 1 + tabs.length) % tabs.length,
			Home: 0,
			End: tabs.length - 1,
		}[event.key];
		const next = to === undefined ? undefined : tabs[to];
		if (!next || to === undefined) return;
		event.preventDefault();
		onChoose(next.id);
		list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
	};
	return (
		<>
			<div class={props.headClass ?? css["head"]}>
				<div ref={list} class={css["tabs"]} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
					{tabs.map((tab) => (
						<button
							key={tab.id}
							type="button"
							role="tab"
							id={`${id}-${tab.id}`}
							aria-selected={tab.id === chosen}
							aria-controls={tab.id === chosen ? `${id}-panel` : undefined}
							tabIndex={tab.id === chosen ? 0 : -1}
							onClick={() => onChoose(tab.id)}
						>
							{tab.label}
						</button>
					))}
				</div>
				{props.aside}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
				{props.children}
			</div>
		</>
	);
};
