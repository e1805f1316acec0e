import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { hostText } from "../text/host-text.ts";

interface ForeignHostsProps {
	hosts: readonly { host: string; count: number }[];
	/** Adds a host to the site's own; absent for viewers who may not. */
	onCount?: ((host: string) => void) | undefined;
}

/** The domains that the API accepts. */
const OWN_DOMAIN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** The hosts whose events were excluded within the last hour, each with a button to count it from now on. */
export const ForeignHosts = ({ hosts, onCount }: ForeignHostsProps) => {
	const { locale } = useWording();
	const words = useAreaWords("around").reason;
	const format = new Intl.NumberFormat(locale);
	return (
		<ul class="col">
			{hosts.map(({ host, count }) => (
				<li key={host} class="row wrap">
					<span>{words.leftOut(hostText(host), format.format(count))}</span>
					{onCount && OWN_DOMAIN.test(host) && (
						<button type="button" class="link" onClick={() => onCount(host)}>
							{words.countHost(hostText(host))}
						</button>
					)}
				</li>
			))}
		</ul>
	);
};
