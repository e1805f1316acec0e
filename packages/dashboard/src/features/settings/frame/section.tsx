import type { ComponentChildren } from "preact";
import type { RequestFailure } from "../../../api/failure.ts";
import { useWords } from "../../../i18n/language.ts";
import { failureText } from "../../../layout/report-failure.tsx";
import { joined } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { SiteConfig } from "../config/site-config.ts";
import type { Instant } from "../config/use-instant.ts";
import css from "./frame.module.css";

interface SectionProps {
	title: string;
	/** An explanation, where the title is not enough. */
	text?: ComponentChildren;
	/** At the end of the title's line. */
	actions?: ComponentChildren;
	/** For a part of a section that already has a title. */
	isPart?: boolean;
	children: ComponentChildren;
}

/** A title with its content. */
export const Section = ({ title, text, actions, isPart = false, children }: SectionProps) => {
	return (
		// Not a landmark: the panel inside is one, with the same name.
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

/** The failure of the last action, in one line. */
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

/** The failure of the last action, if it changed this field. */
export const failureOfField = ({ failure }: Instant, field: keyof SiteConfig) =>
	failure?.fields.includes(field) ? failure.of : undefined;

interface SettingProps {
	name: ComponentChildren;
	hint?: ComponentChildren;
	failure?: RequestFailure | undefined;
	/** On phones the control is below its text. */
	isTall?: boolean;
	/** The control, or the current value. */
	children: ComponentChildren;
}

/** A line of a panel: a setting and its value. */
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
