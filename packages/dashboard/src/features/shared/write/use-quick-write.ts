import { useWords } from "../../../i18n/language.ts";
import { failedWrite } from "../../../layout/write/failed-write.ts";
import { toast } from "../../../ui/overlay/toast.tsx";

/** Makes a change without a form, and reports success or failure in a toast. */
export const useQuickWrite = () => {
	const words = useWords();
	return async (
		change: () => Promise<unknown>,
		done: string,
		undo?: () => Promise<unknown>,
	): Promise<void> => {
		const fail = (thrown: unknown) => void failedWrite(thrown, words, true);
		try {
			await change();
			toast(done, undo && (() => void undo().catch(fail)));
		} catch (thrown) {
			fail(thrown);
		}
	};
};
