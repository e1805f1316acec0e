import type { SignedIn } from "../../api/session.ts";
import type { Membership } from "../../api/sites.ts";
import type { SitePage } from "../../router/destination.ts";
import type { OpenSite } from "../site-view.ts";

/** The data that the menus depend on. */
export interface FrameContent {
	person: SignedIn | undefined;
	organizations: readonly Membership[];
	/** The open site; absent on pages of all sites. */
	open: OpenSite | undefined;
	/** The site's pages that a private link is limited to; absent = all that visitors may see. */
	shownPages?: readonly SitePage[] | undefined;
}

/** What the command palette needs. */
export interface PaletteProps extends FrameContent {
	onHelp(): void;
	onClose(): void;
}
