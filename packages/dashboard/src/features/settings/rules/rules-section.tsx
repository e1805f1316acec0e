import { useRef, useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { GuideLink } from "../../shared/report/guide-link.tsx";
import { type SiteConfig, saveSiteConfig } from "../config/site-config.ts";
import frame from "../frame/frame.module.css";
import { FailureLine, Section } from "../frame/section.tsx";
import { moved, NEW_RULE, type Rule, typedFrom } from "./rule-fields.ts";
import { RuleForm } from "./rule-form.tsx";
import css from "./rules.module.css";
import { type Preview, RulesPreview } from "./rules-preview.tsx";

const useTexts = () => {
	const words = useAreaWords("settings");
	return { words, texts: words.rules };
};

const useRuleText = () => {
	const { texts } = useTexts();
	return (rule: Rule): string => {
		const { target, value, placeholder, from, ...typed } = typedFrom(rule);
		const what = {
			drop: "",
			rename: `${target} → ${value}`,
			set: `${target} = "${value}"`,
			hash: target,
			mask: `${target}: ${value} → ${placeholder}`,
			copy: `${texts.froms[from]} ${value} → ${target}`,
		}[rule.action];
		const { whenTarget, operator, whenValue } = typed;
		const when = rule.when && `(${whenTarget} ${texts.operators[operator]} ${whenValue})`;
		return [texts.actions[rule.action], what, when].filter(Boolean).join(" ");
	};
};

interface ListProps {
	rules: readonly Rule[];
	preview: Preview | undefined;
	onChange(rules: readonly Rule[]): void;
	onEdit(at: number): void;
}

const RuleList = ({ rules, preview, onChange, onEdit }: ListProps) => {
	const { texts } = useTexts();
	const { site } = useSiteView();
	const ruleText = useRuleText();
	const list = useRef<HTMLOListElement>(null);
	const move = (at: number, by: -1 | 1) => {
		const to = at + by;
		onChange(moved(rules, at, to));
		// The focus follows the rule, so that a key pressed again moves it further.
		const row = list.current?.children[to];
		const buttons = row?.querySelectorAll<HTMLElement>("[data-move]");
		buttons?.[by === -1 ? 0 : 1]?.focus();
	};
	return (
		<ol ref={list} aria-label={texts.list}>
			{rules.map((rule, at) => {
				const place = String(at + 1);
				const effect = preview?.rules[at];
				return (
					<li key={at} class={css["rule"]}>
						<span class="mono">{`${place}. ${ruleText(rule)}`}</span>
						{effect && (
							<span class="mut">
								{effect.isPreviewed ? texts.touched(String(effect.touched)) : texts.notPreviewed}
							</span>
						)}
						{site.mayConfigure && (
							<span class="end row wrap">
								<Button
									kind="tool"
									data-move
									aria-label={texts.up(place)}
									onClick={() => move(at, -1)}
								>
									↑
								</Button>
								<Button
									kind="tool"
									data-move
									aria-label={texts.down(place)}
									onClick={() => move(at, 1)}
								>
									↓
								</Button>
								<Button kind="tool" aria-label={texts.edit(place)} onClick={() => onEdit(at)}>
									✎
								</Button>
								<Button
									kind="tool"
									aria-label={texts.remove(place)}
									onClick={() => onChange(rules.toSpliced(at, 1))}
								>
									×
								</Button>
							</span>
						)}
					</li>
				);
			})}
		</ol>
	);
};

/** What is done to each event before it is stored: a draft, which can be previewed and is then saved as a whole. */
export const RulesSection = ({ config }: { config: SiteConfig }) => {
	const { words, texts } = useTexts();
	const { site } = useSiteView();
	const [draft, setDraft] = useState<readonly Rule[]>();
	const [edited, setEdited] = useState<number>();
	const [formNumber, setFormNumber] = useState(0);
	const [preview, setPreview] = useState<Preview>();
	const [failure, setFailure] = useState<RequestFailure>();
	const rules = draft ?? config.rules;
	const editing = edited === undefined ? undefined : rules[edited];

	const change = (next: readonly Rule[]) => {
		setDraft(next);
		setPreview(undefined);
		setFailure(undefined);
		setEdited(undefined);
	};
	const attempt = async (work: () => Promise<void>) => {
		setFailure(undefined);
		try {
			await work();
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	const body = { rules: [...rules] };
	const save = async () => {
		await saveSiteConfig(site.id, body);
		// What was changed since then is not saved yet.
		setDraft((now) => (now === draft ? undefined : now));
		toast(texts.saved);
	};
	const show = async () => {
		const params = { path: { site: site.id } };
		const path = "/api/sites/{site}/rules/preview";
		const answer = await answerOf(client.POST(path, { params, body }));
		setPreview(answer.preview);
	};
	const finish = (rule: Rule) => {
		change(edited === undefined ? [...rules, rule] : rules.with(edited, rule));
		setFormNumber(formNumber + 1);
	};
	return (
		<Section title={words.section.rules} text={texts.text} actions={<GuideLink to="rules" />}>
			<Panel label={words.section.rules}>
				<div class={frame["more"]}>
					{rules.length === 0 && <p class="sec">{texts.none}</p>}
					<RuleList rules={rules} preview={preview} onChange={change} onEdit={setEdited} />
					{site.mayConfigure && (
						<RuleForm
							key={`${formNumber} ${edited}`}
							initial={editing === undefined ? NEW_RULE : typedFrom(editing)}
							label={editing === undefined ? texts.add : texts.replace}
							onDone={finish}
						/>
					)}
					{site.mayConfigure && (
						<span class="row wrap">
							<Button onClick={() => attempt(show)}>{texts.preview}</Button>
							<Button kind="main" disabled={draft === undefined} onClick={() => attempt(save)}>
								{words.save}
							</Button>
						</span>
					)}
					{failure && <FailureLine failure={failure} />}
					{preview && <RulesPreview preview={preview} />}
				</div>
			</Panel>
		</Section>
	);
};
