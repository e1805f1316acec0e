import { useId, useLayoutEffect, useState } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type Condition, emptyCondition, problemOf } from "../shared/condition/condition.ts";
import { ConditionFields } from "../shared/condition/condition-fields.tsx";
import { movedStep } from "../shared/condition/draft.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import css from "./step-list.module.css";
import { MAX_STEPS, MIN_STEPS } from "./use-funnels.ts";

interface StepListProps {
	steps: readonly Condition[];
	onChange(steps: readonly Condition[]): void;
	/** Shows what is missing, but only after the first attempt to save. */
	showsProblems: boolean;
}

/** The steps in the funnel form; buttons and Alt with arrow keys move them. */
export const StepList = ({ steps, onChange, showsProblems }: StepListProps) => {
	const { own } = useTexts();
	const texts = own.funnels;
	const id = useId();
	const [moved, setMoved] = useState({ said: "", button: "" });
	const buttonId = (step: number, which: "up" | "down") => `${id}-${step}-${which}`;
	const move = (from: number, to: number, which: "up" | "down") => {
		if (to < 0 || to >= steps.length) return;
		onChange(movedStep(steps, from, to));
		// At either end the pressed button becomes disabled.
		const isAtEnd = which === "up" ? to === 0 : to === steps.length - 1;
		const next = isAtEnd ? (which === "up" ? "down" : "up") : which;
		setMoved({
			said: texts.moved(String(from + 1), String(to + 1)),
			button: buttonId(to, next),
		});
	};
	// At once: a key that follows quickly would move the step that has taken this one's place.
	useLayoutEffect(() => document.getElementById(moved.button)?.focus(), [moved]);
	return (
		<>
			<ol class={css["steps"]}>
				{steps.map((step, index) => {
					const number = String(index + 1);
					return (
						<li
							key={index}
							class={css["step"]}
							onKeyDown={(event) => {
								if (!event.altKey) return;
								const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key];
								if (to === undefined) return;
								event.preventDefault();
								move(index, to, to < index ? "up" : "down");
							}}
						>
							<div class={css["head"]}>
								<h3>{texts.step(number)}</h3>
								<Button
									id={buttonId(index, "up")}
									kind="quiet"
									isIcon
									class={css["up"]}
									aria-label={texts.up(number)}
									disabled={index === 0}
									onClick={() => move(index, index - 1, "up")}
								>
									<Icon name="down" />
								</Button>
								<Button
									id={buttonId(index, "down")}
									kind="quiet"
									isIcon
									aria-label={texts.down(number)}
									disabled={index === steps.length - 1}
									onClick={() => move(index, index + 1, "down")}
								>
									<Icon name="down" />
								</Button>
								<Button
									kind="quiet"
									isIcon
									aria-label={texts.removeStep(number)}
									disabled={steps.length <= MIN_STEPS}
									onClick={() => onChange(steps.filter((_, at) => at !== index))}
								>
									<Icon name="close" />
								</Button>
							</div>
							<ConditionFields
								condition={step}
								isStep
								problem={showsProblems ? problemOf(step) : undefined}
								onChange={(changed) =>
									onChange(steps.map((one, at) => (at === index ? changed : one)))
								}
							/>
						</li>
					);
				})}
			</ol>
			<div class="row">
				<Button
					disabled={steps.length >= MAX_STEPS}
					onClick={() => onChange([...steps, emptyCondition()])}
				>
					<Icon name="plus" />
					{texts.addStep}
				</Button>
				{steps.length >= MAX_STEPS && <span class="mut">{texts.most}</span>}
			</div>
			<span class="vh" role="status">
				{moved.said}
			</span>
		</>
	);
};
