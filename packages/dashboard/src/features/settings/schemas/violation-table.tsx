import { Table } from "../../../ui/table.tsx";
import type { RuleViolations } from "./schema-api.ts";
import { useSchemaWords } from "./use-schema-words.ts";

/** Violated rules, with how many events violate each and examples of their values. */
export const ViolationTable = ({
	label,
	rows,
}: {
	label: string;
	rows: readonly RuleViolations[];
}) => {
	const words = useSchemaWords();
	return (
		<Table
			label={label}
			rows={rows}
			keyOf={({ event, rule }) => `${event} ${rule}`}
			columns={[
				{
					id: "rule",
					head: words.rule,
					cell: ({ event, rule, message }) => (
						<span title={message}>
							{event} <span class="mono">{rule}</span>
						</span>
					),
				},
				{ id: "count", head: words.count, isNumber: true, cell: ({ count }) => count },
				{
					id: "examples",
					head: words.examples,
					cell: ({ examples }) => (
						<span class="mono">{examples.filter((one) => one !== "").join(" · ")}</span>
					),
				},
			]}
		/>
	);
};
