import { shortFile } from "@footfall/shared/errors/stack-lines";
import { GuideLink } from "../shared/report/guide-link.tsx";
import { useSourceMapWords } from "../shared/source-maps/use-source-map-words.ts";
import css from "./errors.module.css";
import type { MissingMap } from "./use-resolved-stack.ts";

/** Files of one stack; others are third-party code as a rule. */
const MOST_SHOWN = 3;

/** Why calls are shown as the browser has them, and what to do. */
export const MissingMaps = ({
	missing,
	release,
	host,
}: {
	missing: readonly MissingMap[];
	release: string;
	host: string;
}) => {
	const words = useSourceMapWords();
	if (missing.length === 0) return null;
	const textOf = ({ file, reason, detail }: MissingMap) => {
		const shown = shortFile(file, host);
		if (reason === "unavailable") return words.unavailable;
		if (reason === "unreadable") return words.unreadable(shown, detail ?? "");
		return release === "" ? words.noMap(shown) : words.noMapOf(release, shown);
	};
	return (
		<div class={css["missing"]}>
			{missing.slice(0, MOST_SHOWN).map((one) => (
				<p key={one.file} class="sec">
					{textOf(one)}
				</p>
			))}
			<GuideLink to="guides/source-maps" />
		</div>
	);
};
