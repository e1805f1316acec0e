import type { ComponentChildren } from "preact";
import type { RequestFailure } from "../../../api/failure.ts";
import { useWords } from "../../../i18n/language.ts";
import { failureText } from "../../../layout/report-failure.tsx";
import { joined } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import css from "./frame.module.css";

interface SectionProps {
	title: string;
	/** What it is about, where the title does not say it. */
	text?: ComponentChildren;
	/** At the end of the title's line. */
	actions?: ComponentChildren;
	/** A part of a section that has a title already. */
	isPart?: boolean;
	children: ComponentChildren;
}

/** A title and what belongs to it. */
export const Section = ({ title, text, actions, isPart = false, children }: SectionProps) => {
	return (
		// No landmark: the panel inside is one, by the same name.
		<div class={css["section"]}>
			<div class={css["head"]}>
				{isPart ? <h3>{title}</h3> : <h2 class={css["title"]}>{title}</h2>}
				{actions && <span class="end row wrap">{actions}</span>}
				{text && <p>{text}</p>}
			</div>
			{children}
		</div>
	);
};

/** A failure of what was just done, in one line. */
export const FailureLine = ({ failure }: { failure: RequestFailure }) => {
	const words = useWords();
	const { message, help } = failureText(failure, words);
	const text = [message, ...Object.values(failure.fields), ...failure.details, help];
	return (
		<p class={css["error"]} role="alert">
			<Icon name="warning" />
			<span>{text.filter(Boolean).join(" ")}</span>
		</p>
	);
};

interface SettingProps {
	name: ComponentChildren;
	hint?: ComponentChildren;
	failure?: RequestFailure | undefined;
	/** On a phone the control stands below its text. */
	isTall?: boolean;
	/** The control, or what is set. */
	children: ComponentChildren;
}

/** A line of a panel: what can be set, and to what it is. */
export const Setting = ({ name, hint, failure, isTall = false, children }: SettingProps) => (
	<div class={joined(css["setting"], isTall && css["tall"])}>
		<div>
			<p class={css["name"]}>{name}</p>
			{hint && <p class={css["hint"]}>{hint}</p>}
		</div>
		<div>{children}</div>
		{failure && <FailureLine failure={failure} />}
	</div>
);
