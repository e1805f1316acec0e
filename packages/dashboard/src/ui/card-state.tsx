import type { ComponentChildren } from "preact";
import { useWords } from "../i18n/language.ts";
import waiting from "../style/waiting.module.css";
import { Button } from "./button.tsx";
import css from "./card-state.module.css";
import { joined } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

interface CardStateProps {
	icon: IconName;
	tone?: "bad";
	title: ComponentChildren;
	children?: ComponentChildren;
	/** The action: one button or link. */
	action?: ComponentChildren;
}

/** Explains why a card has nothing to show, and what to do. */
export const CardState = ({ icon, tone, title, children, action }: CardStateProps) => (
	<div class={css["state"]}>
		<Icon name={icon} class={joined(css["icon"], tone && css[tone])} />
		<p class={css["title"]}>{title}</p>
		{children && <p>{children}</p>}
		{action}
	</div>
);

/** Skeleton rows of the final height: loading never looks like "no data". */
export const SkeletonRows = ({ rows = 8 }: { rows?: number }) => {
	const words = useWords();
	return (
		<div class={css["rows"]} role="status" aria-label={words.card.loading}>
			{Array.from({ length: rows }, (_, index) => (
				<span
					key={index}
					class={waiting["skeleton"]}
					style={{ width: `${Math.round(94 * 0.8 ** index)}%` }}
				/>
			))}
		</div>
	);
};

/** A skeleton block of the final height. `height` in rem. */
export const SkeletonBlock = ({ height }: { height: number }) => {
	const words = useWords();
	return (
		<div
			class={waiting["skeleton"]}
			role="status"
			aria-label={words.card.loading}
			style={{ height: `${height}rem` }}
		/>
	);
};

interface FailureStateProps {
	/** What happened, then why, then what to do. */
	message: string;
	help: string;
	details?: readonly string[];
	isForbidden?: boolean;
	onRetry(): void;
}

/** A card that failed to load; the others are unaffected. */
export const FailureState = (props: FailureStateProps) => {
	const words = useWords();
	if (props.isForbidden)
		return (
			<CardState icon="lock" title={words.card.forbidden}>
				{words.card.forbiddenText}
			</CardState>
		);
	return (
		<div role="alert">
			<CardState
				icon="warning"
				tone="bad"
				title={words.card.notLoaded}
				action={<Button onClick={props.onRetry}>{words.card.retry}</Button>}
			>
				{[props.message, ...(props.details ?? []), props.help].filter(Boolean).join(" ")}
			</CardState>
		</div>
	);
};
