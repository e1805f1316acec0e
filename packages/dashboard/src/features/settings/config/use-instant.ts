import { useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { toast } from "../../../ui/overlay/toast.tsx";
import { type SiteConfig, saveSiteConfig } from "./site-config.ts";

export interface Instant {
	/** The values once all pending changes are saved. */
	config: SiteConfig;
	/** The failure of the last change, and the fields of that change. */
	failure: { of: RequestFailure; fields: readonly (keyof SiteConfig)[] } | undefined;
	/**
	 * Saves at once, and shows a message with Undo.
	 * @param isFinal if the former value cannot be restored: without Undo
	 */
	save(change: Partial<SiteConfig>, said: string, isFinal?: boolean): void;
}

/** For settings that apply at once: the change is shown immediately, and reverted when the API rejects it. */
export const useInstant = (saved: SiteConfig): Instant => {
	const { site } = useSiteView();
	const [pending, setPending] = useState<Partial<SiteConfig>>({});
	const [failure, setFailure] = useState<Instant["failure"]>();
	const config = { ...saved, ...pending };
	const send = async (change: Partial<SiteConfig>, onSaved: () => void) => {
		const names = Object.keys(change) as (keyof SiteConfig)[];
		setFailure(undefined);
		setPending((before) => ({ ...before, ...change }));
		try {
			await saveSiteConfig(site.id, change);
			onSaved();
		} catch (thrown) {
			setFailure({ of: failureOf(thrown), fields: names });
		}
		setPending((before) => {
			const left = { ...before };
			// A later change of the same field is still pending.
			for (const name of names) if (left[name] === change[name]) delete left[name];
			return left;
		});
	};
	return {
		config,
		failure,
		save: (change, said, isFinal = false) => {
			if (isFinal) return void send(change, () => toast(said));
			const names = Object.keys(change) as (keyof SiteConfig)[];
			const before = Object.fromEntries(names.map((name) => [name, config[name]]));
			void send(change, () => toast(said, () => void send(before, () => {})));
		},
	};
};
