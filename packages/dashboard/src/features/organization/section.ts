import type { ComponentChildren } from "preact";
import type { Membership } from "../../api/sites.ts";

/** The props of each page of an organization. */
export interface SectionProps {
	organization: Membership;
	/** The signed-in person's role. */
	ownId: string;
	/** Beside the title. */
	which: ComponentChildren;
	/** Below the title, where there is no menu beside the page. */
	links: ComponentChildren;
}
