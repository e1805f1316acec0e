import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { apiHref } from "../../api/client.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { joined } from "../../ui/class-names.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { SNIPPET_KINDS, type SnippetKind, snippetOf } from "../shared/install/snippets.ts";
import { Arrived, Listening, type SiteToStart, useFirstVisit } from "./listening.tsx";
import { SiteForm } from "./site-form.tsx";
import css from "./welcome.module.css";

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

const SnippetTabs = ({ site }: { site: SiteToStart }) => {
	const start = useAreaWords("start");
	const [kind, setKind] = useState<SnippetKind>("html");
	return (
		<div>
			<Tabs<SnippetKind>
				label={start.welcome.tabsLabel}
				tabs={SNIPPET_KINDS.map((id) => ({ id, label: start.welcome.tabs[id] }))}
				chosen={kind}
				onChoose={setKind}
				headClass={css["tabs"]}
			>
				<CodeBlock code={snippetOf(kind, site.id, apiHref(""))} />
			</Tabs>
		</div>
	);
};

interface StepsProps {
	site: SiteToStart | undefined;
	organizationId: string | undefined;
	onSite(site: string): void;
}

/** From a name to the first visit. Listening starts with the second step, so that an early visit is not missed. */
export const Steps = ({ site, organizationId, onSite }: StepsProps) => {
	const start = useAreaWords("start");
	const isNamed = site !== undefined && site.domain !== "localhost";
	const [chosen, setChosen] = useState<1 | 2 | 3>();
	const at = chosen ?? (isNamed ? 2 : 1);
	const visit = useFirstVisit(isNamed ? site.id : undefined);
	const stateOf = (step: number) => (step < at ? "done" : step === at ? "on" : "todo");
	if (site && visit)
		return (
			<ol class={css["steps"]}>
				<Step number={3} state="done" title={start.welcome.first}>
					<Arrived site={site} visit={visit} />
				</Step>
			</ol>
		);
	return (
		<ol class={css["steps"]}>
			<Step
				number={1}
				state={stateOf(1)}
				title={at > 1 && site ? `${site.name}, ${site.domain}` : start.welcome.site}
				again={at > 1 ? { label: start.welcome.change, onPick: () => setChosen(1) } : undefined}
			>
				{at === 1 && (
					<SiteForm
						site={site}
						organizationId={organizationId}
						onDone={(id) => {
							onSite(id);
							setChosen(2);
						}}
					/>
				)}
			</Step>
			<Step
				number={2}
				state={stateOf(2)}
				title={at > 2 ? start.welcome.lineDone : start.welcome.line}
				again={at > 2 ? { label: start.welcome.showLine, onPick: () => setChosen(2) } : undefined}
			>
				{at === 2 && site && (
					<>
						<p class="sec">{start.welcome.lineText}</p>
						<SnippetTabs site={site} />
						<div>
							<Button kind="main" onClick={() => setChosen(3)}>
								{start.welcome.hasAdded}
							</Button>
						</div>
					</>
				)}
			</Step>
			<Step number={3} state={stateOf(3)} title={start.welcome.open}>
				{at === 3 && site && <Listening site={site} />}
			</Step>
		</ol>
	);
};
