/** A session that began with a provider. */
export interface ProviderSessionTable {
	sessionId: string;
	/** As in `OIDC_PROVIDERS`, or that of an organization's provider. */
	providerId: string;
	/** The provider's own id of the person. */
	subject: string;
	/** Access and refresh token as JSON, encrypted. */
	sealedTokens: string;
	/** When the provider last vouched for the person. */
	checkedAt: Date;
	/** A process that asks the provider has this long. */
	checkingUntil: Date | null;
}
