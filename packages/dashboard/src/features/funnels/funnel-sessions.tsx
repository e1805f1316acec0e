import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import { Pick } from "../../ui/form/choice.tsx";
import { type Condition, stepOfCondition } from "../shared/condition/condition.ts";
import { nameOfStep } from "../shared/condition/condition-text.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import { SESSIONS_PER_PAGE, SessionsPanel } from "../shared/session/sessions-panel.tsx";
import { type StepChoice, textOfStepChoice } from "./step-choice.ts";

const MODES = { reached: "reached", left: "dropped" } as const;

const useStepSessions = (steps: readonly Condition[], { step, which, page }: StepChoice) => {
	const { view } = useTexts();
	const { site, viewer, parameters } = view;
	const query = { ...parameters, mode: MODES[which], page, limit: SESSIONS_PER_PAGE };
	const body = { steps: steps.map(stepOfCondition) };
	return useReport({
		key: ["funnel sessions", site.id, viewer, step, query, body],
		fetch: (signal) =>
			answerOf(
				client.POST("/api/sites/{site}/funnels/{stepNumber}/sessions", {
					params: {
						path: { site: site.id, stepNumber: String(step + 1) },
						query: query as object as { mode?: string },
					},
					body,
					headers: viewerHeaders(viewer),
					signal,
				}),
			),
	});
};

interface FunnelSessionsProps {
	steps: readonly Condition[];
	choice: StepChoice;
	/** The total, if known. */
	total: number | undefined;
	/** The id of the funnel if it is saved: the list of sessions can show these, too. */
	funnelId?: number;
}

/** The sessions that reached a step, or that reached it and went no further. */
export const FunnelSessions = ({ steps, choice, total, funnelId }: FunnelSessionsProps) => {
	const { own } = useTexts();
	const { change } = useAddress();
	const report = useStepSessions(steps, choice);
	const { step, which } = choice;
	const nameOf = (index: number) => {
		const one = steps[index];
		return one ? nameOfStep(one, own) : "";
	};
	const show = (next: Partial<StepChoice>) =>
		change({ open: textOfStepChoice({ ...choice, page: 1, ...next }) });
	const isLast = step === steps.length - 1;
	return (
		<SessionsPanel
			title={
				which === "left"
					? own.funnels.leftTitle(nameOf(step), nameOf(step + 1))
					: own.funnels.reachedTitle(nameOf(step))
			}
			aside={
				!isLast && (
					<Pick
						label={own.funnels.which}
						choices={[
							{ id: "reached", label: own.funnels.reached },
							{ id: "left", label: own.funnels.left },
						]}
						chosen={which}
						onChoose={(one) => show({ which: one })}
					/>
				)
			}
			report={report}
			page={choice.page}
			onPage={(page) => show({ page })}
			total={total}
			{...(funnelId !== undefined && {
				all: { funnel: String(funnelId), step: String(step + 1), mode: MODES[which] },
			})}
		/>
	);
};
