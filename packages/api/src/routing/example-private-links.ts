const KEY = "b1d5781111d84f7b3fe45a0852e59758";

/** Examples of fields of private links. */
export const PRIVATE_LINK_EXAMPLES: Readonly<Record<string, unknown>> = {
	linkId: 7,
	"PrivateLinkCreation.name": "Agency",
	"PrivateLinkUpdate.name": "Agency",
	"PrivateLinkEntry.name": "Agency",
	"CreatedPrivateLink.name": "Agency",
	"PrivateLinkEntry.createdBy": "Ada Lovelace",
	"CreatedPrivateLink.createdBy": "Ada Lovelace",
	"CreatedPrivateLink.privateLinkKey": KEY,
	"OpenedPrivateLink.privateKey": `${KEY}.mhx2k1c0.OrC6jw8Z3LJrCEB7XpGCgOXguuwMLFBI4TZfph36p6o`,
};
