import type { ComponentChildren } from "preact";
import type { Membership } from "../../api/sites.ts";

/** What each page of an organization gets. */
export interface SectionProps {
	organization: Membership;
	/** Of who is signed in. */
	ownId: string;
	/** Beside the title. */
	which: ComponentChildren;
	/** Below it, where no menu stands beside the page. */
	links: ComponentChildren;
}
