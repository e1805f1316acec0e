import type { RefObject } from "preact";
import { useState } from "preact/hooks";

/** The column of a plot that is selected by pointer or keyboard. */
export interface PlotColumn {
	at: number | undefined;
	/** If true, the values are announced to screen readers. */
	isByKey: boolean;
	handlers: {
		onPointerMove(event: PointerEvent): void;
		onPointerDown(event: PointerEvent): void;
		onPointerLeave(event: PointerEvent): void;
		onClick(event: MouseEvent): void;
		onKeyDown(event: KeyboardEvent): void;
		onBlur(): void;
	};
}

export const isTouch = (event: Event) =>
	event instanceof PointerEvent && event.pointerType === "touch";

interface ColumnOptions {
	/** The column that the keyboard begins with; the last one by default. */
	start?: number | undefined;
	/** Columns between which N moves. */
	marked?: readonly number[];
	onPick: ((index: number) => void) | undefined;
}

const byColumn = (one: number, other: number) => one - other;
const NONE: readonly number[] = [];

/**
 * Follows which column is selected. A click or Enter picks it; touch only selects, since it cannot hover.
 */
export const useColumn = (
	plot: RefObject<HTMLElement | null>,
	columns: number,
	{ start, marked = NONE, onPick }: ColumnOptions,
): PlotColumn => {
	const [{ at, isByKey }, setColumn] = useState<{ at: number | undefined; isByKey: boolean }>({
		at: undefined,
		isByKey: false,
	});
	const last = columns - 1;
	const leave = () => setColumn({ at: undefined, isByKey: false });

	const indexOf = (event: MouseEvent): number => {
		const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
		const share = (event.clientX - left) / width;
		return Math.min(last, Math.max(0, Math.round(share * last)));
	};
	const point = (event: MouseEvent) => {
		if (columns > 0) setColumn({ at: indexOf(event), isByKey: false });
	};

	const keyTarget = (key: string): number | undefined => {
		const from = at ?? (start ?? last) + (key === "ArrowLeft" ? 1 : 0);
		if (key === "ArrowLeft") return Math.max(0, Math.min(last, from - 1));
		if (key === "ArrowRight") return at === undefined ? (start ?? last) : Math.min(last, from + 1);
		if (key === "Home") return 0;
		if (key === "n") return marked.filter((one) => at === undefined || one > at).sort(byColumn)[0];
		if (key === "N")
			return marked
				.filter((one) => at === undefined || one < at)
				.sort(byColumn)
				.at(-1);
		return key === "End" ? last : undefined;
	};

	return {
		// New data may have fewer columns.
		at: at !== undefined && at <= last ? at : undefined,
		isByKey,
		handlers: {
			onPointerMove: point,
			onPointerDown: point,
			onPointerLeave: (event) => {
				if (!isTouch(event)) leave();
			},
			onClick: (event) => {
				if (columns > 0 && !isTouch(event)) onPick?.(indexOf(event));
			},
			onKeyDown: (event) => {
				if (columns === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
				const target = keyTarget(event.key);
				if (target !== undefined) setColumn({ at: target, isByKey: true });
				else if (event.key === "Enter" && at !== undefined) onPick?.(at);
				else if (event.key === "Escape" && at !== undefined) {
					leave();
					plot.current?.blur();
				} else return;
				// The page has its own keys: Escape clears filters, arrows scroll.
				event.preventDefault();
				event.stopPropagation();
			},
			onBlur: leave,
		},
	};
};
