import { useEffect, useState } from "preact/hooks";

/** What has been typed and not saved. It outlives the page that shows it, until the tab closes. */
const drafts = new Map<string, object>();
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Keeps the changes of a form; none takes the draft away. While there is one, closing the tab asks first. */
const keepDraft = (key: string, changes: object): void => {
	if (Object.keys(changes).length > 0) drafts.set(key, changes);
	else drafts.delete(key);
	removeEventListener("beforeunload", warn);
	if (drafts.size > 0) addEventListener("beforeunload", warn);
	for (const listener of listeners) listener();
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changes with one more; a value that is saved already is none. */
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

/** Whether something of a section of a site's settings is not saved. */
export const useHasDraft = (): ((key: string) => boolean) => {
	useDrafts();
	return hasDraft;
};

interface Draft<Fields> {
	/** What is saved, with the changes. */
	fields: Fields;
	changes: Partial<Fields>;
	isChanged: boolean;
	change(change: Partial<Fields>): void;
	discard(): void;
}

/** A form's fields: as they are saved, with what has been typed since. */
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
