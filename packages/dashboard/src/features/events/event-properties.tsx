import { BarList } from "../../charts/bar-list.tsx";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import type { ChartState } from "../../charts/shared/chart-state.ts";
import { countText, countTitle, percentOf, percentText } from "../../format/number.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState } from "../../ui/card-state.tsx";
import { joined } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { FilterIconButton } from "../shared/list/filter-icon-button.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import { valuesByProperty } from "./event-names.ts";

type Property = ReturnType<typeof valuesByProperty>[number];

/** How many properties get a card of their own; the others share the last one. */
const MOST_CARDS = 4;

const isCut = ({ values, valueCount }: Property) => valueCount > values.length;

/** The values of a property: all, or the most frequent ones. */
const ValuesDialog = ({ property, onClose }: { property: Property; onClose(): void }) => {
	const { own, words, locale } = useTexts();
	const title = words.fieldOf.property(property.key);
	return (
		<Dialog
			title={title}
			onClose={onClose}
			look="broad"
			foot={
				isCut(property) && (
					<span class="mut">
						{own.events.mostFrequent(
							countText(property.values.length, locale),
							countText(property.valueCount, locale),
						)}
					</span>
				)
			}
		>
			<Table
				label={own.tableOf(title)}
				rows={property.values}
				keyOf={({ value }) => value}
				isTall
				columns={[
					{
						id: "value",
						head: own.condition.value,
						cell: ({ value }) => (
							<span class="row">
								<span>{value || words.value.notSet}</span>
								<span class="end">
									<FilterIconButton field={`prop:${property.key}`} value={value} />
								</span>
							</span>
						),
					},
					{
						id: "events",
						head: own.figure.events,
						isNumber: true,
						cell: ({ count }) => countText(count, locale),
					},
					{
						id: "share",
						head: own.figure.share,
						isNumber: true,
						cell: ({ count }) => percentText(percentOf(count, property.total) ?? 0, locale),
					},
				]}
			/>
		</Dialog>
	);
};

interface PropertyCardProps {
	/** Of the event. */
	name: string;
	/** One property, or several behind tabs; none while they are loading. */
	properties: readonly Property[];
	state: ChartState;
}

const PropertyCard = ({ name, properties, state }: PropertyCardProps) => {
	const { own, words, locale } = useTexts();
	const { address, change } = useAddress();
	const chosen = properties.find(({ key }) => address.by === `prop.${key}`) ?? properties[0];
	const key = chosen?.key ?? "";
	const field = `prop:${key}`;
	const isSingle = properties.length === 1;
	const isOpen = chosen !== undefined && address.open === `prop.${key}`;
	return (
		<>
			<BarList
				label={isSingle ? words.fieldOf.property(key) : own.events.properties}
				tabs={
					chosen
						? properties.map((one) => ({
								id: one.key,
								label: isSingle ? words.fieldOf.property(one.key) : one.key,
							}))
						: [{ id: "", label: own.events.properties }]
				}
				chosen={key}
				onTab={(to) => change({ by: `prop.${to}` })}
				columns={{
					value: own.figure.events,
					share: own.figure.share,
					shareTitle: own.events.shareOfEvents,
				}}
				rows={(chosen?.values ?? []).map(({ value, count }) => {
					const filter = rowFilterOf(address.filters, field, value);
					return {
						id: value,
						label: value || words.value.notSet,
						value: count,
						text: countText(count, locale),
						title: countTitle(count, locale),
						share: percentText(percentOf(count, chosen?.total ?? 0) ?? 0, locale),
						filter: filter === "out" ? "without" : filter,
					};
				})}
				onFilter={(value, kind) =>
					change({
						filters: toggled(address.filters, field, value, kind === "without" ? "out" : "only"),
					})
				}
				state={state}
				footer={
					<>
						{chosen && (chosen.values.length > BAR_ROWS || isCut(chosen)) && (
							<button type="button" class="link" onClick={() => change({ open: `prop.${key}` })}>
								{isCut(chosen)
									? own.events.someValues(
											countText(chosen.values.length, locale),
											countText(chosen.valueCount, locale),
										)
									: own.events.allValues(countText(chosen.values.length, locale))}
							</button>
						)}
						<CsvLink report="events/properties" parameters={{ event_name: name }} />
					</>
				}
				words={words.chart}
			/>
			{isOpen && <ValuesDialog property={chosen} onClose={() => change({ open: undefined })} />}
		</>
	);
};

/** The properties of an event; a click on a value filters by it. */
export const EventProperties = ({ name }: { name: string }) => {
	const { own } = useTexts();
	const report = useSiteReport("events/properties", {
		parameters: { event_name: name },
		isCompared: false,
	});
	const properties = valuesByProperty(report.data?.data ?? [], report.data?.cut);
	if (report.data !== undefined && properties.length === 0)
		return (
			<Panel label={own.events.properties} title={own.events.properties}>
				<CardState icon="info" title={own.events.noProperties}>
					{own.events.noPropertiesText}
				</CardState>
			</Panel>
		);
	const isMany = properties.length > MOST_CARDS;
	const alone = isMany ? properties.slice(0, MOST_CARDS - 1) : properties;
	const cards = [
		...alone.map((property) => [property]),
		...(isMany ? [properties.slice(MOST_CARDS - 1)] : []),
	];
	const state = cardStateOf(report);
	if (cards.length === 0) return <PropertyCard name={name} properties={[]} state={state} />;
	return (
		<div class={joined(cards.length > 1 && "two")}>
			{cards.map((some) => (
				<PropertyCard key={some[0]?.key} name={name} properties={some} state={state} />
			))}
		</div>
	);
};
