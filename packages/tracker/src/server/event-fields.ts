/** What a caller knows of the visitor besides the user's id. */
export interface VisitorFields {
	/** Your id of the browser or device, before and after signing in. */
	anonymousId?: string | undefined;
	/** The visitor's IP address, for the place. */
	ipAddress?: string | undefined;
	/** The visitor's `User-Agent` header, for browser and device; the first 512 characters count. */
	userAgent?: string | undefined;
}

/** Whose event it is, and where and when it happened: the fields of `/api/track`, in camel case. */
export interface EventFields extends VisitorFields {
	/** Your id of the signed-in user. */
	userId?: string | undefined;
	/** Up to 64 characters: the server stores an id once in 24 hours. Default: a random one. */
	id?: string | undefined;
	/** When it happened: ms since 1970, or ISO 8601 with a zone. Default: the time of the call. */
	timestamp?: Date | number | string | undefined;
	hostname?: string | undefined;
	pathname?: string | undefined;
	querystring?: string | undefined;
	pageTitle?: string | undefined;
	referrer?: string | undefined;
	language?: string | undefined;
	tag?: string | undefined;
	/** Version of your code. Default: the client's. */
	release?: string | undefined;
	/** An amount of money with at most 4 digits after the point; negative for a refund. */
	revenue?: string | number | undefined;
	/** ISO 4217 code of `revenue`. Default: the site's currency. */
	currency?: string | undefined;
	/** Up to 64 characters: the order's money counts once per site. */
	orderId?: string | undefined;
}
