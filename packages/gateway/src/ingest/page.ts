import type { ConfiguredSite } from "@footfall/shared/site";
import { channelOf } from "../lookup/channel.ts";
import { externalReferrer } from "../lookup/referrer.ts";
import { queryOf } from "../lookup/url-parameters.ts";
import { withoutParameters } from "../lookup/without-parameters.ts";

/** The address of a page and of the one before it, as a client or an export has them. */
interface PageFacts {
	hostname?: string | undefined;
	querystring?: string | undefined;
	referrer?: string | undefined;
}

const NO_EXCLUSIONS: ReadonlySet<string> = new Set();

/** The fields of a record that follow from a page's address, as its site keeps them. */
export const pageFieldsOf = (
	{ hostname = "", querystring = "", referrer: given = "" }: PageFacts,
	{ trackUrlParams }: Pick<ConfiguredSite, "trackUrlParams">,
	excludedQueryParams: ReadonlySet<string>,
) => {
	const referrer = externalReferrer(given, hostname);
	const all = queryOf(querystring, NO_EXCLUSIONS);
	const kept =
		excludedQueryParams.size === 0
			? all
			: queryOf(withoutParameters(querystring, excludedQueryParams), excludedQueryParams);
	return {
		hostname,
		referrer: withoutParameters(referrer, excludedQueryParams),
		querystring: trackUrlParams ? kept.querystring : "",
		urlParameters: trackUrlParams ? kept.parameters : {},
		channel: channelOf({ referrer, hostname, parameters: all.parameters }),
	};
};
