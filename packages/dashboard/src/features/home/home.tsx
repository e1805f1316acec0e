import { useEffect } from "preact/hooks";
import { useOwnSites } from "../../api/own-sites.ts";
import { useSession } from "../../api/session.ts";
import { useAddress } from "../../router/use-address.ts";
import { Trouble } from "../shared/trouble/lazy-trouble.ts";

/** `/`: the only site, all sites, the setup of the first one, or of a second factor that is required. */
const Home = () => {
	const { go } = useAddress();
	const session = useSession();
	// Fetching two is enough to know whether there are several.
	const sites = useOwnSites({ page_size: 2 }, !session.data);
	const [only, another] = sites.data?.data ?? [];
	const isFactorMissing = sites.failure?.code === "SECOND_FACTOR_REQUIRED";
	const signedInTarget = isFactorMissing
		? "/account/second-factor"
		: sites.data && (only && !another ? `/${only.id}` : "/sites");
	const target = session.data === null ? "/login" : signedInTarget;
	useEffect(() => {
		if (target !== undefined) go(target, { replaces: true });
	}, [target]);
	const failed = [session, sites].find(({ failure, data }) => failure && data === undefined);
	return failed && target === undefined ? <Trouble kind="down" onRetry={failed.retry} /> : null;
};

export default Home;
