import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";

/** Submits a form, and shows each error below its field. */
export const useSubmit = (send: () => Promise<void>) => {
	const { login } = useAreaWords("start");
	const { isBusy, failure, error, write, setError } = useWrite();
	const waitText = () => login.wait(String(Math.max(1, Math.ceil(failure?.retryAfter ?? 10))));
	return {
		isBusy,
		error:
			failure?.code === "USE_PROVIDER" || failure?.code === "PASSWORD_SIGN_IN_OFF"
				? login.useProvider
				: failure?.status === 401
					? login.wrong
					: failure?.status === 429
						? waitText()
						: error,
		submit: () => write(send),
		setError,
	};
};
