import { answerOf, getJson } from "../../../api/client.ts";
import { useReport } from "../../../api/use-report.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";

interface OwnAddressProps {
	isThere(address: string): boolean;
	onAdd(address: string): void;
}

/** Offers to exclude the viewer's own IP address. */
export const OwnAddress = ({ isThere, onAdd }: OwnAddressProps) => {
	const words = useAreaWords("settings").exclusions;
	const { site } = useSiteView();
	const report = useReport({
		key: ["own-address", site.id],
		fetch: async (signal) => {
			const path = `/api/sites/${site.id}/own-address`;
			const { data } = await answerOf(
				getJson<{ data: { address: string | null } }>(path, {}, signal),
			);
			return data;
		},
	});
	const address = report.data?.address;
	if (!address) return null;
	if (isThere(address)) return <p class="mut">{words.ownIsThere(address)}</p>;
	return (
		<p>
			<button type="button" class="link" onClick={() => onAdd(address)}>
				{words.addOwn(address)}
			</button>
		</p>
	);
};
