import { useEffect } from "preact/hooks";
import { whenIdle } from "../../api/idle.ts";
import { fetchPreferences, storePreferences } from "../../api/preferences.ts";
import type { SignedIn } from "../../api/session.ts";
import { adoptPreferences, keepPreferences } from "./preferences.ts";
import { preferencesOf, storedChange } from "./stored-preferences.ts";

/** While a person is signed in, their stored preferences apply. Without a response this device's own apply. */
export const useStoredPreferences = (person: SignedIn | null | undefined): void => {
	const id = person?.id;
	useEffect(() => {
		if (id === undefined) return undefined;
		let isHere = true;
		whenIdle()
			.then(fetchPreferences)
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
