import { useEffect, useState } from "preact/hooks";

/** Unsaved changes. They outlive the page that shows them, until the tab closes. */
const drafts = new Map<string, object>();
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Stores a form's changes; an empty set removes the draft. With a draft, closing the tab asks for confirmation. */
const keepDraft = (key: string, changes: object): void => {
	if (Object.keys(changes).length > 0) drafts.set(key, changes);
	else drafts.delete(key);
	removeEventListener("beforeunload", warn);
	if (drafts.size > 0) addEventListener("beforeunload", warn);
	for (const listener of listeners) listener();
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changes with one more; a value equal to the saved one removes its change. */
export const withChange = <Fields extends object>(
	changes: Partial<Fields>,
	change: Partial<Fields>,
	saved: Fields,
): Partial<Fields> => {
	const merged = { ...changes, ...change };
	return Object.fromEntries(
		Object.entries(merged).filter(([name, value]) => !isSame(value, saved[name as keyof Fields])),
	) as Partial<Fields>;
};

const useDrafts = () => {
	const [, redraw] = useState({});
	useEffect(() => {
		const onChange = () => redraw({});
		listeners.add(onChange);
		return () => {
			listeners.delete(onChange);
		};
	}, []);
};

export const hasDraft = (key: string): boolean => drafts.has(key);

/** Whether a section of a site's settings has unsaved changes. */
export const useHasDraft = (): ((key: string) => boolean) => {
	useDrafts();
	return hasDraft;
};

interface Draft<Fields> {
	/** The saved values, with the changes applied. */
	fields: Fields;
	changes: Partial<Fields>;
	isChanged: boolean;
	change(change: Partial<Fields>): void;
	discard(): void;
}

/** A form's fields: the saved values with the unsaved changes. */
export const useDraft = <Fields extends object>(key: string, saved: Fields): Draft<Fields> => {
	useDrafts();
	const changes = (drafts.get(key) ?? {}) as Partial<Fields>;
	return {
		fields: { ...saved, ...changes },
		changes,
		isChanged: drafts.has(key),
		change: (change) => keepDraft(key, withChange(changes, change, saved)),
		discard: () => keepDraft(key, {}),
	};
};
