import { useAreaWords } from "../../i18n/areas.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import { sendVerification, useIsVerified } from "./account-api.ts";

/** Shows that the e-mail address is not verified, with a button that sends the verification again. */
export const Unverified = ({ email }: { email: string }) => {
	const words = useAreaWords("around").account.unverified;
	const quickly = useQuickWrite();
	if (useIsVerified().data !== false) return null;
	return (
		<Banner tone="warn">
			<p>{words.text(email)}</p>
			<Button onClick={() => void quickly(sendVerification, words.sent(email))}>
				{words.send}
			</Button>
		</Banner>
	);
};
