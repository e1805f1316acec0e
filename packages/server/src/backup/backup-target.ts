/** What is kept under a name. */
export interface KeptFile {
	bytes: number;
	/** When it was written, ms since the epoch. */
	writtenAt: number;
}

/** Where backups are kept: a folder or a bucket. Names are paths with slashes. */
export interface BackupTarget {
	/** For messages; without credentials. */
	name: string;
	list(): Promise<Map<string, KeptFile>>;
	/** `undefined` when there is none of that name. */
	read(name: string): Promise<Uint8Array | undefined>;
	/** Whole or not at all, unless the power fails before `flush`. */
	write(name: string, bytes: Uint8Array): Promise<void>;
	/** Resolves once everything that was written is kept for good. */
	flush(): Promise<void>;
	remove(names: readonly string[]): Promise<void>;
	/** Bytes that fit in; `undefined` where nobody knows. */
	free(): number | undefined;
}
