/** For whom something waits: tenants take turns, within a tenant its callers, and within a caller the parts of its work. */
export interface Requester {
	tenant: string;
	caller: string;
	part: string;
}

/** The product's own work. */
export const NOBODY: Requester = { tenant: "", caller: "", part: "" };

/** What waits, in turns of those for whom it waits. */
export interface FairQueue<Entry> {
	size(): number;
	add(entry: Entry): void;
	/** Takes out the first in turn of those that may run. */
	take(mayRun: (entry: Entry) => boolean): Entry | undefined;
	remove(entry: Entry): void;
	/** Takes out the latest of whoever has most waiting: those who ask for little keep their place. */
	evict(): Entry | undefined;
}

/** A requester, or several that share a name; children are in the order of their turns, entries in that of their coming. */
interface Branch<Entry> {
	waiting: number;
	children: Map<string, Branch<Entry>>;
	entries: Entry[];
}

const emptyBranch = <Entry>(): Branch<Entry> => ({ waiting: 0, children: new Map(), entries: [] });

const pathOf = ({ tenant, caller, part }: Requester) => [tenant, caller, part];

const addTo = <Entry>(branch: Branch<Entry>, [name, ...path]: readonly string[], entry: Entry) => {
	branch.waiting += 1;
	if (name === undefined) {
		branch.entries.push(entry);
		return;
	}
	const child = branch.children.get(name) ?? emptyBranch<Entry>();
	branch.children.set(name, child);
	addTo(child, path, entry);
};

/** Whoever was served goes behind the others. */
const takeFrom = <Entry>(
	branch: Branch<Entry>,
	mayRun: (entry: Entry) => boolean,
): Entry | undefined => {
	const [first] = branch.entries;
	if (first !== undefined && mayRun(first)) {
		branch.waiting -= 1;
		return branch.entries.shift();
	}
	for (const [name, child] of branch.children) {
		const taken = takeFrom(child, mayRun);
		if (taken === undefined) continue;
		branch.waiting -= 1;
		branch.children.delete(name);
		if (child.waiting > 0) branch.children.set(name, child);
		return taken;
	}
	return undefined;
};

const removeFrom = <Entry>(
	branch: Branch<Entry>,
	[name, ...path]: readonly string[],
	entry: Entry,
): boolean => {
	const child = name === undefined ? undefined : branch.children.get(name);
	const at = branch.entries.indexOf(entry);
	if (at !== -1) branch.entries.splice(at, 1);
	const isRemoved = at !== -1 || (child !== undefined && removeFrom(child, path, entry));
	if (isRemoved) branch.waiting -= 1;
	if (name !== undefined && child?.waiting === 0) branch.children.delete(name);
	return isRemoved;
};

const latestOfMost = <Entry>(branch: Branch<Entry>): Entry | undefined => {
	let most: Branch<Entry> | undefined;
	for (const child of branch.children.values())
		if (most === undefined || child.waiting > most.waiting) most = child;
	return most ? latestOfMost(most) : branch.entries.at(-1);
};

/**
 * A queue in which those who wait take turns, whoever of them has how much waiting: one that asks for a hundred things at once
 * delays another by one of them.
 */
export const createFairQueue = <
	Entry extends { readonly requester: Requester },
>(): FairQueue<Entry> => {
	const root = emptyBranch<Entry>();
	const remove = (entry: Entry) => {
		removeFrom(root, pathOf(entry.requester), entry);
	};
	return {
		size: () => root.waiting,
		add: (entry) => addTo(root, pathOf(entry.requester), entry),
		take: (mayRun) => takeFrom(root, mayRun),
		remove,
		evict: () => {
			const entry = latestOfMost(root);
			if (entry !== undefined) remove(entry);
			return entry;
		},
	};
};
