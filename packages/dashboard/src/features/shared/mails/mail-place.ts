/** Where reports by mail are shown: in the settings of a site, or on a page of the organization. */
export interface MailPlace {
	organizationId: string;
	/** The site; absent on the organization's page, which lists the reports of all. */
	site?: { siteId: number; name: string };
	/** IANA name, for new reports and for times. */
	timeZone: string;
	/** Whether the viewer may add other recipients. */
	isAdmin: boolean;
	/** Whether the viewer may add reports, subscribe, and have one sent. */
	mayWrite: boolean;
	/** The segments of the path below: nothing, `new`, an id, or an id and `edit`. */
	rest: readonly string[];
	linkTo(rest: readonly string[]): string;
	goTo(rest: readonly string[]): void;
}
