import { useState } from "preact/hooks";
import { failureOf } from "../../../api/failure.ts";
import { useWords } from "../../../i18n/language.ts";
import { failureText } from "../../../layout/report-failure.tsx";

/** Puts the focus into the first field of the page that is wrong, once it says so. */
export const focusFault = (): void => {
	requestAnimationFrame(() =>
		document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus(),
	);
};

/** Sends a change, once at a time, and says what went wrong. */
export const useWrite = () => {
	const words = useWords();
	const [isBusy, setIsBusy] = useState(false);
	const [error, setError] = useState<string>();
	const write = async (send: () => Promise<void>) => {
		if (isBusy) return;
		setIsBusy(true);
		setError(undefined);
		try {
			await send();
		} catch (thrown) {
			const failure = failureOf(thrown);
			const { message, help } = failureText(failure, words);
			setError([message, ...failure.details, help].filter(Boolean).join(" "));
		}
		setIsBusy(false);
	};
	return { isBusy, error, write };
};
