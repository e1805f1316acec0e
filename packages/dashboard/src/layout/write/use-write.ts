import { useRef, useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "../../api/failure.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../report-failure.tsx";

/** Makes a change, one at a time, and knows whether it is on its way and what went wrong. */
export const useWrite = () => {
	const words = useWords();
	// A second click may come before the first has drawn a disabled button.
	const isSending = useRef(false);
	const [isBusy, setIsBusy] = useState(false);
	const [failure, setFailure] = useState<RequestFailure>();
	const [refusal, setRefusal] = useState<string>();
	const clear = () => {
		setFailure(undefined);
		setRefusal(undefined);
	};
	/** @returns whether it was made; while another one is on its way, nothing is */
	const write = async (change: () => Promise<unknown>): Promise<boolean> => {
		if (isSending.current) return false;
		isSending.current = true;
		setIsBusy(true);
		clear();
		try {
			await change();
			return true;
		} catch (thrown) {
			setFailure(failureOf(thrown));
			return false;
		} finally {
			isSending.current = false;
			setIsBusy(false);
		}
	};
	const { message, help } = failure ? failureText(failure, words) : {};
	const text = [message, ...(failure?.details ?? []), help].filter(Boolean).join(" ");
	return {
		isBusy,
		/** Of the last change; undefined where none has failed. */
		failure,
		/** The failure in words, or what `setError` was given. */
		error: refusal ?? (text || undefined),
		write,
		setError: setRefusal,
		clear,
	};
};
