import type { ConfiguredSite } from "@footfall/shared/site";
import { channelOf } from "../lookup/channel.ts";
import { referrerOfClick, withUtmNames } from "../lookup/named-source.ts";
import { externalReferrer, isOwnLink, mergedReferrer, type OwnHosts } from "../lookup/referrer.ts";
import { queryOf } from "../lookup/url-parameters.ts";
import { withoutParameters } from "../lookup/without-parameters.ts";

/** The address of a page and of the one before it, as a client or an export has them. */
interface PageFacts {
	hostname?: string | undefined;
	querystring?: string | undefined;
	referrer?: string | undefined;
}

const NO_EXCLUSIONS: ReadonlySet<string> = new Set();

/** The fields of a record that follow from a page's address, under its site's settings. */
export const pageFieldsOf = (
	{ hostname = "", querystring = "", referrer: given = "" }: PageFacts,
	site: Pick<ConfiguredSite, "trackUrlParams"> & OwnHosts,
	excludedQueryParams: ReadonlySet<string>,
) => {
	const all = queryOf(querystring, NO_EXCLUSIONS);
	const kept =
		excludedQueryParams.size === 0
			? all
			: queryOf(withoutParameters(querystring, excludedQueryParams), excludedQueryParams);
	const parameters = withUtmNames(all.parameters);
	const named = kept === all ? parameters : withUtmNames(kept.parameters);
	const elsewhere = externalReferrer(given, hostname);
	const isInternal = isOwnLink(elsewhere, hostname, site);
	const referrer = isInternal ? "" : mergedReferrer(elsewhere) || referrerOfClick(parameters);
	const channel = channelOf({ referrer, parameters });
	return {
		hostname,
		referrer: withoutParameters(referrer, excludedQueryParams),
		querystring: site.trackUrlParams ? kept.querystring : "",
		urlParameters: site.trackUrlParams ? named : {},
		channel: isInternal && channel === "Direct" ? "Internal" : channel,
	};
};
