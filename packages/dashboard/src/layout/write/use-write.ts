import { useRef, useState } from "preact/hooks";
import type { RequestFailure } from "../../api/failure.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../report-failure.tsx";
import { failedWrite } from "./failed-write.ts";

/** Makes one change at a time; provides whether it is pending and its failure. */
export const useWrite = () => {
	const words = useWords();
	// A second click may come before the button is rendered as disabled.
	const isSending = useRef(false);
	const [isBusy, setIsBusy] = useState(false);
	const [failure, setFailure] = useState<RequestFailure>();
	const [refusal, setRefusal] = useState<string>();
	const clear = () => {
		setFailure(undefined);
		setRefusal(undefined);
	};
	/** @returns whether it succeeded; while another one is pending, nothing is sent */
	const write = async (change: () => Promise<unknown>): Promise<boolean> => {
		if (isSending.current) return false;
		isSending.current = true;
		setIsBusy(true);
		clear();
		try {
			await change();
			return true;
		} catch (thrown) {
			setFailure(failedWrite(thrown, words));
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
		/** Of the last change; undefined if it succeeded. */
		failure,
		/** The failure in words, or the text passed to `setError`. */
		error: refusal ?? (text || undefined),
		write,
		setError: setRefusal,
		clear,
	};
};
