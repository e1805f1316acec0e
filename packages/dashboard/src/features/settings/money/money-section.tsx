import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { joined } from "../../../ui/class-names.ts";
import { BareInput, TextField } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useDraft } from "../../shared/write/drafts.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { type Instant, useInstant } from "../config/use-instant.ts";
import { RemovableTable } from "../exclusions/removable-table.tsx";
import frame from "../frame/frame.module.css";
import { FailureLine, failureOfField, Section, Setting } from "../frame/section.tsx";
import { useOutcomes } from "../frame/use-outcomes.ts";
import css from "./money.module.css";
import {
	currencyFrom,
	MOST_EVENTS,
	MOST_RATES,
	type Rate,
	type RateFault,
	rateFrom,
	sortedRates,
} from "./money-fields.ts";

const useTexts = () => {
	const words = useAreaWords("settings");
	return { words, texts: words.money };
};

/** The currency of amounts without one. */
const CurrencySetting = ({ instant }: { instant: Instant }) => {
	const { words, texts } = useTexts();
	const { site } = useSiteView();
	const { currency } = instant.config;
	const draft = useDraft(`${site.id} money`, { currency: currency ?? "" });
	const wanted = currencyFrom(draft.fields.currency);
	const failure = failureOfField(instant, "currency");
	if (!site.mayConfigure) return <Setting name={texts.currency}>{currency ?? words.none}</Setting>;
	const save = () => {
		if (wanted === undefined || !draft.isChanged) return;
		draft.discard();
		instant.save({ currency: wanted }, words.saved(texts.currency));
	};
	return (
		<Setting
			name={texts.currency}
			hint={wanted === undefined ? texts.currencyBad : texts.currencyHint}
			failure={failure}
			isTall
		>
			<form
				class="row"
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					save();
				}}
			>
				<BareInput
					label={texts.currency}
					class={css["code"]}
					value={draft.fields.currency}
					maxLength={4}
					autocomplete="off"
					onInput={({ currentTarget }) => draft.change({ currency: currentTarget.value })}
				/>
				<Button type="submit" aria-disabled={!draft.isChanged || wanted === undefined}>
					{words.save}
				</Button>
			</form>
		</Setting>
	);
};

/** Events that were stored without their money in the last hour, by reason. */
const RefusedMoney = () => {
	const { texts } = useTexts();
	const { locale } = useWording();
	const refused = Object.entries(useOutcomes(15_000).data?.revenueRefused ?? {}).filter(
		([, count]) => count > 0,
	);
	if (refused.length === 0) return null;
	const sum = refused.reduce((all, [, count]) => all + count, 0);
	const reasons = refused.map(([reason]) => texts.reasons[reason] ?? reason);
	const list = new Intl.ListFormat(locale, { type: "unit" }).format(reasons);
	return (
		<Banner tone="warn">
			<p>{texts.refused(new Intl.NumberFormat(locale).format(sum), list)}</p>
		</Banner>
	);
};

const MoneyEvents = ({ instant }: { instant: Instant }) => {
	const { words, texts } = useTexts();
	const { site } = useSiteView();
	const { moneyEvents } = instant.config;
	const [text, setText] = useState("");
	const [fault, setFault] = useState<string>();
	const add = () => {
		const found =
			text === ""
				? texts.eventEmpty
				: moneyEvents.includes(text)
					? texts.repeated
					: moneyEvents.length >= MOST_EVENTS
						? texts.full(String(MOST_EVENTS))
						: undefined;
		setFault(found);
		if (found !== undefined) return;
		instant.save({ moneyEvents: [...moneyEvents, text] }, words.added(text));
		setText("");
	};
	const failure = failureOfField(instant, "moneyEvents");
	return (
		<Panel label={texts.events}>
			<RemovableTable
				heads={[texts.event]}
				rows={moneyEvents.map((name) => ({
					name,
					cells: [name],
					remove: () =>
						instant.save(
							{ moneyEvents: moneyEvents.filter((one) => one !== name) },
							words.removed(name),
						),
				}))}
			/>
			{(site.mayConfigure || moneyEvents.length === 0) && (
				<div class={frame["more"]}>
					{moneyEvents.length === 0 && <p class="sec">{texts.noEvents}</p>}
					{site.mayConfigure && (
						<form
							noValidate
							class={joined(css["add"], css["plain"])}
							onSubmit={(event) => {
								event.preventDefault();
								add();
							}}
						>
							<TextField
								label={texts.event}
								value={text}
								maxLength={256}
								autocomplete="off"
								error={fault}
								onInput={({ currentTarget }) => {
									setText(currentTarget.value);
									setFault(undefined);
								}}
							/>
							<Button type="submit">{texts.add}</Button>
						</form>
					)}
					{failure && <FailureLine failure={failure} />}
				</div>
			)}
		</Panel>
	);
};

const NO_RATE: Rate = { date: "", from: "", to: "", rate: "" };

const AddRate = ({ instant }: { instant: Instant }) => {
	const { words, texts } = useTexts();
	const { rates, currency } = instant.config;
	const [typed, setTyped] = useState<Rate>({ ...NO_RATE, to: currency ?? "" });
	const [fault, setFault] = useState<RateFault>();
	const change = (part: Partial<Rate>) => {
		setTyped({ ...typed, ...part });
		setFault(undefined);
	};
	const add = () => {
		const found = rateFrom(typed, rates);
		if (typeof found === "string") return setFault(found);
		const name = texts.rateOf(found.date, found.from, found.to);
		instant.save({ rates: [...rates, found] }, words.added(name));
		setTyped({ ...found, rate: "" });
	};
	const field = (name: keyof Rate, more: { type?: "date"; maxLength?: number }) => (
		<TextField
			label={texts[name]}
			value={typed[name]}
			autocomplete="off"
			{...more}
			onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
		/>
	);
	const faults: Record<RateFault, string> = {
		...texts.rateBad,
		repeated: texts.repeated,
		full: texts.full(String(MOST_RATES)),
	};
	return (
		<form
			noValidate
			class="col"
			onSubmit={(event) => {
				event.preventDefault();
				add();
			}}
		>
			<div class={css["add"]}>
				{field("date", { type: "date" })}
				{field("from", { maxLength: 3 })}
				{field("to", { maxLength: 3 })}
				{field("rate", { maxLength: 21 })}
				<Button type="submit">{texts.add}</Button>
			</div>
			{fault && (
				<p class={frame["error"]} role="alert">
					{faults[fault]}
				</p>
			)}
		</form>
	);
};

const Rates = ({ instant }: { instant: Instant }) => {
	const { words, texts } = useTexts();
	const { site } = useSiteView();
	const { rates } = instant.config;
	const failure = failureOfField(instant, "rates");
	return (
		<Panel label={texts.rates}>
			<RemovableTable
				heads={[texts.date, texts.from, texts.to, texts.rate]}
				rows={sortedRates(rates).map((one) => {
					const name = texts.rateOf(one.date, one.from, one.to);
					const remove = () =>
						instant.save({ rates: rates.filter((other) => other !== one) }, words.removed(name));
					return { name, cells: [one.date, one.from, one.to, one.rate], remove };
				})}
			/>
			{(site.mayConfigure || rates.length === 0) && (
				<div class={frame["more"]}>
					{rates.length === 0 && <p class="sec">{texts.noRates}</p>}
					{site.mayConfigure && <AddRate instant={instant} />}
					{failure && <FailureLine failure={failure} />}
				</div>
			)}
		</Panel>
	);
};

/** What counts as money: the site's currency, the events that carry amounts, and exchange rates. */
export const MoneySection = ({ config }: { config: SiteConfig }) => {
	const { words, texts } = useTexts();
	const instant = useInstant(config);
	return (
		<>
			<Section title={words.section.money} text={texts.text}>
				<RefusedMoney />
				<Panel label={words.section.money}>
					<CurrencySetting instant={instant} />
				</Panel>
			</Section>
			<Section title={texts.events} text={texts.eventsText} isPart>
				<MoneyEvents instant={instant} />
			</Section>
			<Section title={texts.rates} text={texts.ratesText} isPart>
				<Rates instant={instant} />
			</Section>
		</>
	);
};
