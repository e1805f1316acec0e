import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { countryNames } from "../../../layout/text/country-names.ts";

interface Client {
	browser?: string | null | undefined;
	operatingSystem?: string | null | undefined;
	country?: string | null | undefined;
	city?: string | null | undefined;
}

/** Names of the browser and the place that a session or a sign-in came from. */
export const useClientText = () => {
	const { locale } = useWording();
	const words = useAreaWords("activity");
	const countries = countryNames(locale);
	return {
		/** `Firefox on Linux` */
		deviceText: ({ browser, operatingSystem }: Client): string =>
			browser && operatingSystem
				? words.device(browser, operatingSystem)
				: browser || operatingSystem || words.unknownDevice,
		/** `Kiel, Germany` */
		placeText: ({ country, city }: Client): string =>
			[city, country && countries.of(country)].filter(Boolean).join(", ") || words.unknownPlace,
	};
};
