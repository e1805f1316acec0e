/** Of what moving a site to another organization takes away and copies. */
export const SITE_MOVE_EXAMPLES = {
	"SiteMove.privateLinks": 1,
	"SiteMove.teams": ["Marketing"],
	"SiteMove.grants": 2,
	"SiteMove.alerts": ["Fewer orders than usual"],
	"SiteMove.recipients": 1,
	"SiteMove.segments": ["Customers"],
	"SiteMove.questions": [],
};
