import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { joinIsolated } from "../../i18n/isolated.ts";
import { useWords } from "../../i18n/language.ts";
import { searchOf } from "../../router/address.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart } from "../lazy/lazy-part.tsx";
import { useMedia } from "../preference/use-external-store.ts";
import { ComparisonPicker } from "./comparison-picker.tsx";
import { FilterPills } from "./filter-pills.tsx";
import { FilterEditor } from "./lazy-filter-editor.tsx";
import css from "./page-head.module.css";
import { RangePicker } from "./range-picker.tsx";
import { SegmentPicker } from "./segment-picker.tsx";

export const FILTER_BUTTON_ID = "add-filter";

const PrintHead = lazyPart(async () => (await import("./print-head.tsx")).PrintHead, {
	isQuiet: true,
});
const FilterSheet = lazyPart(async () => (await import("./filter-sheet.tsx")).FilterSheet);

const FilterButton = () => {
	const words = useWords();
	const isPhone = useMedia("(max-width: 699px)");
	const [isOpen, setIsOpen] = useState(false);
	const face = (
		<>
			<Icon name="filter" />
			{words.filter.filter}
		</>
	);
	if (!isPhone)
		return (
			<Popover buttonId={FILTER_BUTTON_ID} title={words.filter.add} button={face}>
				{(close) => <FilterEditor onClose={close} />}
			</Popover>
		);
	return (
		<>
			<Button
				id={FILTER_BUTTON_ID}
				kind="tool"
				aria-haspopup="dialog"
				onClick={() => setIsOpen(true)}
			>
				{face}
			</Button>
			{isOpen && <FilterSheet onClose={() => setIsOpen(false)} />}
		</>
	);
};

/** Shows which part of the URL has no effect, with a button that removes it. */
const Misread = () => {
	const words = useWords();
	const { address, go, here } = useAddress();
	if (address.misread.length === 0) return null;
	const text = address.misread.map(([key, value]) => `${key}=${value}`).join(", ");
	const path = here.split("?", 1)[0] ?? "/";
	return (
		<Banner tone="warn">
			<p>
				{words.filter.misread(text.slice(0, 300))}{" "}
				<button
					type="button"
					class="link"
					onClick={() => go(path + searchOf({ ...address, misread: [] }), { replaces: true })}
				>
					{words.filter.drop}
				</button>
			</p>
		</Banner>
	);
};

interface PageHeadProps {
	/** Title of the page and of the browser's tab. */
	title: string;
	/** Shown in the tab after the title: the site. */
	of?: string | undefined;
	/** Replaces the plain title: "Sessions / Emma". */
	children?: ComponentChildren;
	/** Beside the title. */
	aside?: ComponentChildren;
	/** Segment, filters, period and comparison. */
	hasFilters?: boolean;
	/** Whether the page has a period; a page about the present has none. */
	hasRange?: boolean;
	/** Whether the page's figures can be compared. */
	hasComparison?: boolean;
	/** Other actions, at the end. */
	actions?: ComponentChildren;
}

/** The header of a page, with its filters and period. A new page moves the focus here for screen readers. */
export const PageHead = (props: PageHeadProps) => {
	const { title, of, aside, hasFilters = false, hasRange = hasFilters, actions } = props;
	const { hasComparison = hasRange } = props;
	const words = useWords();
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		document.title = joinIsolated([title, of, words.product], " · ");
		if (document.activeElement === document.body || !document.activeElement?.isConnected)
			heading.current?.focus({ preventScroll: true });
	}, [title, of]);
	return (
		<>
			<PrintHead {...{ hasFilters, hasRange, hasComparison }} />
			<div class={css["bar"]}>
				<h1 ref={heading} tabIndex={-1}>
					{props.children ?? title}
				</h1>
				{aside}
				<div class={css["tools"]}>
					{hasFilters && (
						<>
							<span class="wide">
								<SegmentPicker />
							</span>
							<FilterButton />
							{hasRange && <RangePicker />}
							{hasComparison && (
								<span class="wide">
									<ComparisonPicker />
								</span>
							)}
						</>
					)}
					{actions}
				</div>
			</div>
			{hasFilters && <FilterPills />}
			<Misread />
		</>
	);
};
