import { useEffect, useMemo, useState } from "preact/hooks";
import { en } from "../../i18n/en.ts";
import { type Wording, wordsOf } from "../../i18n/language.ts";
import { languageOf, localeOf } from "../../i18n/languages.ts";
import { usePreferences } from "./use-preferences.ts";

/** The texts and the locale of the language that the viewer chose, else of the browser's. */
export const useChosenWording = (): Wording => {
	const chosen = usePreferences().language;
	const language = languageOf(chosen, navigator.languages);
	const [words, setWords] = useState(en);
	useEffect(() => {
		let isWanted = true;
		// Without its chunk the page stays in English rather than blank.
		wordsOf(language).then(
			(found) => isWanted && setWords(found),
			() => {},
		);
		document.documentElement.lang = language;
		return () => {
			isWanted = false;
		};
	}, [language]);
	return useMemo(
		() => ({ language, locale: localeOf(language, navigator.languages), words }),
		[language, words],
	);
};
