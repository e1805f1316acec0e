import { useEffect } from "preact/hooks";
import { toast } from "../../../ui/overlay/toast.tsx";
import { hasDraft } from "./drafts.ts";

/** Shown when a form with unsaved changes is left: they are kept. @param key of the form's draft */
export const useKeptNote = (key: string, note: string): void =>
	useEffect(
		() => () => {
			if (hasDraft(key)) toast(note);
		},
		[key],
	);
