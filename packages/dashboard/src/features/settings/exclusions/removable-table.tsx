import { useRef } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import table from "./exclusions.module.css";

interface RemovableTableProps {
	heads: readonly string[];
	/** Each with its cells, and its name for the button that removes it. */
	rows: readonly { name: string; cells: readonly string[]; remove(): void }[];
}

/** A list of settings, each of which can be removed by those who may change them. */
export const RemovableTable = ({ heads, rows }: RemovableTableProps) => {
	const words = useAreaWords("settings").money;
	const { site } = useSiteView();
	const element = useRef<HTMLTableElement>(null);
	if (rows.length === 0) return null;
	return (
		<table ref={element} class={table["table"]}>
			<thead>
				<tr>
					{heads.map((head) => (
						<th key={head} scope="col">
							{head}
						</th>
					))}
					{site.mayConfigure && (
						<th scope="col" class={table["action"]}>
							<span class="vh">{words.remove}</span>
						</th>
					)}
				</tr>
			</thead>
			<tbody>
				{rows.map(({ name, cells: [first, ...cells], remove }) => (
					<tr key={name}>
						<th scope="row">
							<span class="mono">{first}</span>
						</th>
						{cells.map((cell, at) => (
							<td key={heads[at + 1]} class="mono">
								{cell}
							</td>
						))}
						{site.mayConfigure && (
							<td class="num">
								<button
									type="button"
									class="link"
									aria-label={words.removeOne(name)}
									onClick={() => {
										remove();
										// The button disappears with its row.
										element.current?.closest("section")?.querySelector("input")?.focus();
									}}
								>
									{words.remove}
								</button>
							</td>
						)}
					</tr>
				))}
			</tbody>
		</table>
	);
};
