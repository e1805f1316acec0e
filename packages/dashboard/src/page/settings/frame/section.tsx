import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { RequestFailure } from "../../../api/failure.ts";
import { joined } from "../../../part/class-names.ts";
import { Icon } from "../../../part/icon.tsx";
import { failureText } from "../../../shell/report-failure.tsx";
import { useWords } from "../../../words/language.ts";
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
	const id = useId();
	return (
		<section class={css["section"]} aria-labelledby={id}>
			<div class={css["head"]}>
				{isPart ? (
					<h3 id={id}>{title}</h3>
				) : (
					<h2 id={id} class={css["title"]}>
						{title}
					</h2>
				)}
				{actions && <span class="end row wrap">{actions}</span>}
				{text && <p>{text}</p>}
			</div>
			{children}
		</section>
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

/** What is set, for those who may not change it. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) => (
	<dl class={css["facts"]}>
		{facts.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} `}>{value}</dd>])}
	</dl>
);
