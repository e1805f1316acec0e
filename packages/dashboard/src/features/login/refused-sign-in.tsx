import { useAreaWords } from "../../i18n/areas.ts";
import { Banner } from "../../ui/banner.tsx";
import type { SignInWays } from "./sign-in-ways.ts";

/** Why signing in with a provider did not work the last time, and what to do; nothing if it was not tried. */
export const RefusedSignIn = ({ providers }: Pick<SignInWays, "providers">) => {
	const { single } = useAreaWords("factor");
	const query = new URLSearchParams(location.search);
	const reason = query.get("refused");
	if (reason === null) return null;
	const text =
		Object.entries(single.refused).find(([name]) => name === reason)?.[1] ??
		single.refused["invalid-answer"];
	// A name in the address could be anybody's text.
	const name = providers.find(({ id }) => id === query.get("provider"))?.name;
	return (
		<Banner tone="bad">
			<b>{single.failed(name ?? single.provider)}</b> {text}
		</Banner>
	);
};
