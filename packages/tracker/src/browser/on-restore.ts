import { listen } from "./listen.ts";

/** Calls back when the page returns from the back/forward cache: no script runs again, but the visitor sees a new view. */
export const onRestore = (restored: () => void): void =>
	listen<PageTransitionEvent>("pageshow", ({ persisted }) => {
		if (persisted) restored();
	});
