import { joined } from "../../../ui/class-names.ts";
import { type Export, useExports } from "./use-exports.ts";

interface CsvLinkProps extends Export {
	/** Replaces "CSV" for screen readers, which do not see the context. */
	label?: string | undefined;
	/** Whether it is aligned to the end of its line. */
	isAtEnd?: boolean;
}

/** All rows of a list as a file. */
export const CsvLink = ({ label, isAtEnd = false, ...rows }: CsvLinkProps) => (
	<a class={joined("link nw", isAtEnd && "end")} href={useExports().csv(rows)} aria-label={label}>
		CSV
	</a>
);
