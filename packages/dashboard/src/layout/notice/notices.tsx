import { RefusedFiles } from "./refused-files.tsx";
import { SessionBanner } from "./session-banner.tsx";
import { StaleBanner } from "./stale-banner.tsx";

/** Banners above every page about events while it was open. */
export const Notices = ({ isSignedIn }: { isSignedIn: boolean }) => (
	<>
		{isSignedIn && <SessionBanner />}
		<StaleBanner />
		<RefusedFiles />
	</>
);
