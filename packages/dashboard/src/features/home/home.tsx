import { useEffect } from "preact/hooks";
import { useOwnSites } from "../../api/own-sites.ts";
import { useSession } from "../../api/session.ts";
import { useAddress } from "../../router/use-address.ts";
import { Trouble } from "../shared/trouble/lazy-trouble.ts";

/** `/`: the only site, all sites, or the setup of the first one. */
const Home = () => {
	const { go } = useAddress();
	const session = useSession();
	// Fetching two is enough to know whether there are several.
	const sites = useOwnSites({ page_size: 2 }, !session.data);
	const [only, another] = sites.data?.data ?? [];
	const target =
		session.data === null ? "/login" : sites.data && (only && !another ? `/${only.id}` : "/sites");
	useEffect(() => {
		if (target !== undefined) go(target, { replaces: true });
	}, [target]);
	const failed = [session, sites].find(({ failure, data }) => failure && data === undefined);
	return failed ? <Trouble kind="down" onRetry={failed.retry} /> : null;
};

export default Home;
