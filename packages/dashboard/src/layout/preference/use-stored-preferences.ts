import { useEffect } from "preact/hooks";
import { whenCalm } from "../../api/calm.ts";
import { askPreferences, storePreferences } from "../../api/preferences.ts";
import type { SignedIn } from "../../api/session.ts";
import { adoptPreferences, keepPreferences } from "./preferences.ts";
import { preferencesOf, storedChange } from "./stored-preferences.ts";

/** While somebody is signed in, their preferences are those of all their devices. Without an answer this device's own hold. */
export const useStoredPreferences = (person: SignedIn | null | undefined): void => {
	const id = person?.id;
	useEffect(() => {
		if (id === undefined) return undefined;
		let isHere = true;
		whenCalm()
			.then(askPreferences)
			.then(
				(stored) => isHere && adoptPreferences(preferencesOf(stored)),
				() => {},
			);
		keepPreferences((change) => void storePreferences(storedChange(change)).catch(() => {}));
		return () => {
			isHere = false;
			keepPreferences(undefined);
		};
	}, [id]);
};
