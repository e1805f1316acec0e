import { useAreaWords } from "../../i18n/areas.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { signInWithPasskey } from "../shared/factor/factor-api.ts";
import { useFactorError } from "../shared/factor/use-factor-error.ts";
import { hasPasskeys } from "../shared/factor/web-authn.ts";
import css from "./login.module.css";

/** Signs in with a passkey, or proves one, where the browser has any. */
export const PasskeyButton = ({ label, onSignedIn }: { label?: string; onSignedIn(): void }) => {
	const texts = useAreaWords("factor").step;
	const { isBusy, error, write } = useFactorError();
	if (!hasPasskeys()) return null;
	return (
		<>
			{error && <Banner tone="bad">{error}</Banner>}
			<Button
				class={css["way"]}
				disabled={isBusy}
				onClick={() =>
					void write(async () => {
						await signInWithPasskey();
						onSignedIn();
					})
				}
			>
				{label ?? texts.passkey}
			</Button>
		</>
	);
};
