import type { RequestFailure } from "../../../api/failure.ts";
import type { SignedIn } from "../../../api/session.ts";
import { LinkPassword } from "./link-password.tsx";
import { Trouble } from "./trouble.tsx";

interface SiteTroubleProps {
	/** Of the request for the site. */
	failure: RequestFailure;
	site: string;
	/** The key in the address. */
	privateKey: string | undefined;
	person: SignedIn | null | undefined;
	onRetry(): void;
	/** Called once the password of the link was given. */
	onPassword(): void;
}

/** Why a site cannot be shown, and what to do. */
export const SiteTrouble = (props: SiteTroubleProps) => {
	const { failure, site, privateKey, person, onRetry, onPassword } = props;
	if (failure.status === 404) return <Trouble kind="site" />;
	if (failure.status === 401 || failure.status === 403) {
		if (privateKey !== undefined)
			return failure.code === "PRIVATE_LINK_PASSWORD_REQUIRED" ? (
				<LinkPassword {...{ site, privateKey }} onOpened={onPassword} />
			) : (
				<Trouble kind="revoked" />
			);
		if (!person) return <Trouble kind="private" />;
		return <Trouble kind="forbidden" email={person.email} />;
	}
	if (failure.status === 400) return <Trouble kind="site" more={failure.message} />;
	return <Trouble kind="down" onRetry={onRetry} />;
};
