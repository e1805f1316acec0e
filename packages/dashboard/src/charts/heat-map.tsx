import { HEAT_LEVELS, heatLevel } from "../format/heat.ts";
import { joined } from "../ui/class-names.ts";
import { ScrollArea } from "../ui/scroll-area.tsx";
import css from "./heat-map.module.css";
import { type ChartState, isMessage } from "./shared/chart-state.ts";
import type { ChartWords } from "./shared/chart-words.ts";
import { Hidden } from "./shared/hidden.tsx";

export interface HeatCell {
	value: number;
	text: string;
	/** The cell in words: its row, column and value. */
	title: string;
}

export interface HeatRow {
	id: string;
	label: string;
	/** A number that is not part of the scale, such as the size of a cohort. */
	size?: string;
	/** `undefined` for periods that have not begun. */
	cells: readonly (HeatCell | undefined)[];
}

interface HeatMapProps {
	/** Label of the cells for screen readers. */
	label: string;
	/** Head of the rows, and of their sizes. */
	heads: { row: string; size?: string };
	/** Labels may be hidden visually; hidden ones are still read to screen readers. */
	columns: readonly { label: string; isHidden?: boolean }[];
	rows: readonly HeatRow[];
	/** Whether numbers are shown in the cells; otherwise only screen readers get them. */
	hasNumbers: boolean;
	/** The value with the strongest colour; the highest of all cells by default. */
	max?: number;
	state?: ChartState;
	words: ChartWords;
}

/** A table of numbers whose cells are darker the higher they are. */
export const HeatMap = (props: HeatMapProps) => {
	const { label, heads, columns, rows, hasNumbers, state = "ready", words } = props;
	if (isMessage(state))
		return (
			<div class={css["message"]} style={{ "--rows": rows.length }}>
				{state.message}
			</div>
		);
	const values = rows.flatMap(({ cells }) => cells.map((cell) => cell?.value ?? 0));
	const max = props.max ?? Math.max(0, ...values);
	const isWaiting = state === "loading";
	return (
		<div
			class={joined(css["map"], state === "stale" && css["stale"])}
			aria-busy={state !== "ready"}
		>
			<ScrollArea label={label}>
				<table
					class={joined(css["heat"], hasNumbers && css["numbers"])}
					style={{ "--columns": columns.length }}
				>
					<thead>
						<tr>
							<th scope="col" class={css["name"]}>
								{heads.row}
							</th>
							{heads.size !== undefined && (
								<th scope="col" class={css["size"]}>
									{heads.size}
								</th>
							)}
							{columns.map((column) => (
								<th scope="col" key={column.label} data-hidden={column.isHidden}>
									{column.isHidden ? <Hidden>{column.label}</Hidden> : column.label}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ id, label: name, size, cells }) => (
							<tr key={id}>
								<th scope="row" class={css["name"]}>
									{name}
								</th>
								{heads.size !== undefined && <td class={css["size"]}>{size}</td>}
								{cells.map((cell, index) => {
									const key = columns[index]?.label ?? index;
									if (!cell || isWaiting)
										return <td key={key} class={isWaiting ? css["waiting"] : undefined} />;
									return (
										<td key={key} data-level={heatLevel(cell.value, max)} title={cell.title}>
											{hasNumbers ? cell.text : <Hidden>{cell.text}</Hidden>}
										</td>
									);
								})}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollArea>
			<p class={css["scale"]} aria-hidden="true">
				{words.less}
				{Array.from({ length: HEAT_LEVELS }, (_, level) => (
					<i key={level} data-level={level} />
				))}
				{words.more}
			</p>
		</div>
	);
};
