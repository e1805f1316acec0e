import { RefusedFiles } from "./refused-files.tsx";
import { SessionBanner } from "./session-banner.tsx";
import { StaleBanner } from "./stale-banner.tsx";
import { WholeTexts } from "./whole-texts.tsx";

/** Banners above every page about events while it was open, and its truncated texts. */
export const Notices = ({ isSignedIn }: { isSignedIn: boolean }) => (
	<>
		{isSignedIn && <SessionBanner />}
		<StaleBanner />
		<RefusedFiles />
		<WholeTexts />
	</>
);
