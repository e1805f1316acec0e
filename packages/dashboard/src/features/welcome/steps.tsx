import type { ComponentChildren } from "preact";
import { apiHref } from "../../api/client.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { joined } from "../../ui/class-names.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Reasons } from "../shared/install/reasons.tsx";
import { SNIPPET_KINDS, type SnippetKind, snippetOf } from "../shared/install/snippets.ts";
import { Arrived, Listening, type SiteToStart, useFirstVisit } from "./listening.tsx";
import { SiteForm } from "./site-form.tsx";
import css from "./welcome.module.css";
import { type WizardPlace, type WizardStep, wizardPathOf } from "./wizard-place.ts";

interface StepProps {
	number: number;
	state: "todo" | "on" | "done";
	title: ComponentChildren;
	/** Reopens a finished step. */
	again?: { label: string; onPick(): void } | undefined;
	children?: ComponentChildren;
}

const Step = ({ number, state, title, again, children }: StepProps) => (
	<li class={css[state]} aria-current={state === "on" ? "step" : undefined}>
		<span class={css["number"]} aria-hidden="true">
			{state === "done" ? <Icon name="check" /> : number}
		</span>
		<div class={css["body"]}>
			<div class="row wrap">
				<h2>{title}</h2>
				{again && (
					<button type="button" class={joined("link", "end")} onClick={again.onPick}>
						{again.label}
					</button>
				)}
			</div>
			{children}
		</div>
	</li>
);

interface SnippetTabsProps {
	site: SiteToStart;
	kind: SnippetKind;
	onChoose(kind: SnippetKind): void;
}

const SnippetTabs = ({ site, kind, onChoose }: SnippetTabsProps) => {
	const start = useAreaWords("start");
	return (
		<div>
			<Tabs<SnippetKind>
				label={start.welcome.tabsLabel}
				tabs={SNIPPET_KINDS.map((id) => ({ id, label: start.welcome.tabs[id] }))}
				chosen={kind}
				onChoose={onChoose}
				headClass={css["tabs"]}
			>
				<CodeBlock code={snippetOf(kind, site.id, apiHref(""))} />
			</Tabs>
		</div>
	);
};

/** The first start creates the site with a placeholder domain; the step tells it from a site that is on localhost. */
const isNamed = (site: SiteToStart, { step }: WizardPlace): boolean =>
	site.domain !== "localhost" || step !== undefined;

interface StepsProps {
	site: SiteToStart | undefined;
	organizationId: string | undefined;
	/** Whether the viewer may rename the site, and invite people to it. */
	mayConfigure: boolean;
	place: WizardPlace;
}

/** From a name to the first visit. Listening starts with the second step, so that an early visit is not missed. */
export const Steps = ({ site, organizationId, mayConfigure, place }: StepsProps) => {
	const start = useAreaWords("start");
	const { go } = useAddress();
	const saving = useWrite();
	const named = site && isNamed(site, place) ? site : undefined;
	// The saved site may be known before the form is done, which goes to the second step then.
	const at = named && !saving.isBusy ? (place.step ?? 2) : 1;
	const visit = useFirstVisit(named?.id);
	const pathTo = (step: WizardStep, id = site?.id) => wizardPathOf({ ...place, site: id, step });
	const goTo = (step: WizardStep) => go(pathTo(step));
	const stateOf = (step: number) => (step < at ? "done" : step === at ? "on" : "todo");
	if (site && visit)
		return (
			<ol class={css["steps"]}>
				<Step number={3} state="done" title={start.welcome.first}>
					<Arrived site={site} visit={visit} mayInvite={mayConfigure} />
				</Step>
			</ol>
		);
	return (
		<ol class={css["steps"]}>
			<Step
				number={1}
				state={stateOf(1)}
				title={at > 1 && site ? `${site.name}, ${site.domain}` : start.welcome.site}
				again={
					at > 1 && mayConfigure
						? { label: start.welcome.change, onPick: () => goTo(1) }
						: undefined
				}
			>
				{at === 1 && (
					<SiteForm
						site={site}
						isNamed={named !== undefined}
						organizationId={organizationId}
						saving={saving}
						onDone={(id) => {
							// Back leads to this step, with the site that now exists.
							go(pathTo(1, id), { replaces: true });
							go(pathTo(2, id));
						}}
					/>
				)}
			</Step>
			<Step
				number={2}
				state={stateOf(2)}
				title={at > 2 ? start.welcome.lineDone : start.welcome.line}
				again={at > 2 ? { label: start.welcome.showLine, onPick: () => goTo(2) } : undefined}
			>
				{at === 2 && site && (
					<>
						<p class="sec">{start.welcome.lineText}</p>
						<SnippetTabs
							site={site}
							kind={place.snippet}
							onChoose={(snippet) =>
								go(wizardPathOf({ site: site.id, step: 2, snippet }), { replaces: true })
							}
						/>
						<div>
							<Button kind="main" onClick={() => goTo(3)}>
								{start.welcome.hasAdded}
							</Button>
						</div>
					</>
				)}
			</Step>
			<Step number={3} state={stateOf(3)} title={start.welcome.open}>
				{at === 2 && site && <Reasons site={site.id} isExpected={false} />}
				{at === 3 && site && <Listening site={site} />}
			</Step>
		</ol>
	);
};
