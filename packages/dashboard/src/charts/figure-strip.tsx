import type { ComponentChildren } from "preact";
import type { FigureChange } from "../format/change.ts";
import waiting from "../style/waiting.module.css";
import { joined } from "../ui/class-names.ts";
import css from "./figure-strip.module.css";
import { ChangeMark } from "./shared/change-mark.tsx";
import type { ChartWords } from "./shared/chart-words.ts";
import { Hidden } from "./shared/hidden.tsx";

/** One number of a period. */
export interface StripFigure {
	id: string;
	label: string;
	/** Shown in narrow layouts; the whole label by default. */
	shortLabel?: string;
	value: string;
	/** The exact number where `value` is shortened. */
	title?: string | undefined;
	change?: FigureChange | undefined;
	/** The value that it is compared with, formatted. */
	previous?: string | undefined;
	/** A word about the value, such as its rating. */
	badge?: { text: string; tone: "good" | "warn" | "bad" } | undefined;
	/** Explains the change. Where the figure itself is a button there must be another way by keyboard. */
	onWhy?: (() => void) | undefined;
	/** It cannot be put on the chart. */
	isPlain?: true;
	/** Why there is no value, and what to do. */
	failure?: { text: string; retry: string; onRetry(): void } | undefined;
}

/** What all figures of a strip have in common. */
export interface FiguresProps {
	/** Id of the figure shown on the chart. */
	chosen?: string | undefined;
	onChoose?: (id: string) => void;
	state?: "ready" | "loading" | "stale";
	words: ChartWords;
}

interface FigureStripProps extends FiguresProps {
	/** Two to six. */
	figures: readonly StripFigure[];
	/** Label of the strip for screen readers. */
	label: string;
	/** Further figures, of parts that are loaded on demand. */
	children?: ComponentChildren;
}

interface ContentProps extends Pick<FiguresProps, "words"> {
	figure: StripFigure;
	/** The figure as a whole is a button. */
	isInButton?: boolean | undefined;
}

const Label = ({ label, shortLabel }: StripFigure) =>
	shortLabel === undefined ? (
		<span class={css["label"]}>{label}</span>
	) : (
		<span class={css["label"]}>
			<span class={css["wide"]}>{label}</span>
			<span class={css["narrow"]}>{shortLabel}</span>
		</span>
	);

/** The change of a figure, which explains itself when it is clicked. */
const Change = ({ change, figure, isInButton, words }: ContentProps & { change: FigureChange }) => {
	const { onWhy } = figure;
	const mark = <ChangeMark change={change} words={words} />;
	if (!onWhy || change.direction === "none") return mark;
	if (!isInButton)
		return (
			<button type="button" class={css["why"]} onClick={onWhy}>
				{mark}
				<Hidden>{` ${words.whyOf(figure.label)}`}</Hidden>
			</button>
		);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: within a button; a link beside the chart does the same by keyboard
		// biome-ignore lint/a11y/noStaticElementInteractions: likewise
		<span
			class={css["why"]}
			onClick={(event) => {
				event.stopPropagation();
				onWhy();
			}}
		>
			{mark}
		</span>
	);
};

const Content = ({ figure, isInButton, words }: ContentProps) => (
	<>
		<Label {...figure} />
		<span class={css["line"]}>
			<span class={css["value"]} title={figure.title}>
				{figure.value}
			</span>
			{figure.badge && (
				<span class={joined(css["badge"], css[figure.badge.tone])}>{figure.badge.text}</span>
			)}
		</span>
		<span class={css["against"]}>
			{figure.change && (
				<Change change={figure.change} figure={figure} isInButton={isInButton} words={words} />
			)}
			{figure.previous !== undefined && figure.change?.direction !== "none" && (
				<span class={css["previous"]}>{words.from(figure.previous)}</span>
			)}
		</span>
	</>
);

const Failed = ({ figure }: { figure: StripFigure }) => (
	<>
		<Label {...figure} />
		<span class={css["failure"]}>{figure.failure?.text}</span>
		<button type="button" class={css["retry"]} onClick={() => figure.failure?.onRetry()}>
			{figure.failure?.retry}
			<Hidden>{` ${figure.label}`}</Hidden>
		</button>
	</>
);

const Waiting = ({ figure }: { figure: StripFigure }) => (
	<>
		<Label {...figure} />
		<span class={joined(waiting["skeleton"], css["value"], css["waiting"])} />
		<span class={joined(waiting["skeleton"], css["against"], css["waiting"], css["short"])} />
	</>
);

/** One figure of a strip, with which it is put on the chart. */
export const Figure = ({
	figure,
	chosen,
	onChoose,
	state,
	words,
	class: own,
}: FiguresProps & { figure: StripFigure; class?: string | undefined }) => {
	const style = joined(css["figure"], own);
	if (state === "loading" || figure.failure || figure.isPlain || !onChoose)
		return (
			<div class={style}>
				{state === "loading" ? (
					<Waiting figure={figure} />
				) : figure.failure ? (
					<Failed figure={figure} />
				) : (
					<Content figure={figure} words={words} />
				)}
			</div>
		);
	return (
		<button
			type="button"
			class={style}
			aria-pressed={figure.id === chosen}
			onClick={() => onChoose(figure.id)}
		>
			<Content figure={figure} words={words} isInButton />
		</button>
	);
};

/** Two to six figures of one period; the chosen one is on the chart below. */
export const FigureStrip = ({ figures, label, children, ...shared }: FigureStripProps) => {
	const { state = "ready" } = shared;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a grid.
		<div
			class={joined(css["strip"], state === "stale" && joined(css["stale"], waiting["refetching"]))}
			role="group"
			aria-label={label}
			aria-busy={state !== "ready"}
			data-count={figures.length}
		>
			{figures.map((figure) => (
				<Figure key={figure.id} figure={figure} {...shared} />
			))}
			{children}
		</div>
	);
};
