import { useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../../layout/report-failure.tsx";

/** Sends what is typed, and says what went wrong below the field that it is about. */
export const useSubmit = (send: () => Promise<void>) => {
	const words = useWords();
	const { login } = useAreaWords("start");
	const [isBusy, setIsBusy] = useState(false);
	const [error, setError] = useState<string>();
	const submit = async () => {
		setIsBusy(true);
		setError(undefined);
		try {
			await send();
		} catch (thrown) {
			const failure = failureOf(thrown);
			const { message, help } = failureText(failure, words);
			if (failure.status === 401) setError(login.wrong);
			else if (failure.status === 429)
				setError(login.wait(String(Math.max(1, Math.ceil(failure.retryAfter ?? 10)))));
			else setError(`${message} ${help}`.trim());
		}
		setIsBusy(false);
	};
	return { isBusy, error, submit, setError };
};
