import { useAreaWords } from "../../i18n/areas.ts";
import { useAddress } from "../../router/use-address.ts";
import { CountedValues } from "../shared/report/counted-values.tsx";

/** The `open` parameter of the dialog with all rows. */
const WHOLE = "where";

const PLACES = [
	"pathname",
	"browser_version",
	"operating_system_version",
	"device_type",
	"country",
	"app_version",
	"release",
] as const;

/** Where an error happened: pages, browsers, systems, versions of the app. */
export const ErrorPlaces = ({ errorId }: { errorId: string }) => {
	const texts = useAreaWords("quality").errors;
	const { address, change } = useAddress();
	return (
		<CountedValues
			label={texts.where}
			dimensions={PLACES}
			names={texts.places}
			chosen={PLACES.find((one) => one === address.line) ?? "pathname"}
			onChoose={(to) => change({ line: to === "pathname" ? undefined : to })}
			report="errors/by-dimension"
			parameters={{ errorId }}
			columns={{ value: texts.occurrences, share: texts.share, shareTitle: texts.shareTitle }}
			isWhole={address.open === WHOLE}
			onWhole={(isWhole) => change({ open: isWhole ? WHOLE : undefined })}
		/>
	);
};
