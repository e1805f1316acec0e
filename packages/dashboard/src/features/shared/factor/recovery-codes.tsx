import { useAreaWords } from "../../../i18n/areas.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import css from "./factor.module.css";

/** The recovery codes, which are shown once. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
	const texts = useAreaWords("factor").setup;
	return (
		<div class={css["stack"]}>
			<h3 class={css["title"]}>{texts.codesTitle}</h3>
			<p>{texts.codesText}</p>
			<ul class={css["codes"]} aria-label={texts.codesTitle}>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div>
				<CopyButton text={codes.join("\n")} label={texts.copyCodes} />
			</div>
		</div>
	);
};
