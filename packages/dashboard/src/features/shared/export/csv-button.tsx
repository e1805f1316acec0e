import { type ButtonKind, LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type Export, useExports } from "./use-exports.ts";

interface CsvButtonProps extends Export {
	/** What is downloaded, for screen readers. */
	label: string;
	kind?: ButtonKind;
}

/** All rows of a page's list as a file, with the page's filters and sorting. */
export const CsvButton = ({ label, kind = "tool", ...rows }: CsvButtonProps) => (
	<LinkButton kind={kind} href={useExports().csv(rows)} aria-label={label}>
		<Icon name="download" />
		<span class="wide">CSV</span>
	</LinkButton>
);
