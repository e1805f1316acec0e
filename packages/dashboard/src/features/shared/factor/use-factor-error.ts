import { failureOf } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWrite } from "../../../layout/write/use-write.ts";

/** Makes a change of second factors, and says in the reader's language why it was refused. */
export const useFactorError = () => {
	const texts = useAreaWords("factor").refused;
	const { isBusy, failure, error, write, setError } = useWrite();
	const known = Object.entries(texts).find(([code]) => code === failure?.code)?.[1];
	return {
		isBusy,
		failure,
		error: known ?? error,
		/** @returns whether it succeeded */
		write: async (change: () => Promise<unknown>): Promise<boolean> => {
			let cancelled: string | undefined;
			const isMade = await write(async () => {
				try {
					await change();
				} catch (thrown) {
					// The browser's own dialog for passkeys was closed, or ran out of time.
					if (!(thrown instanceof DOMException)) throw failureOf(thrown);
					cancelled = thrown.name === "InvalidStateError" ? texts.HAS_PASSKEY : texts.CANCELLED;
				}
			});
			if (cancelled) setError(cancelled);
			return isMade && cancelled === undefined;
		},
	};
};
