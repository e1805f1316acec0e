/** An object stored under a name. */
export interface KeptFile {
	bytes: number;
	/** Time of writing, ms since the epoch. */
	writtenAt: number;
}

/** A place for backups: a folder or a bucket. Names are paths with slashes. */
export interface BackupTarget {
	/** For messages; without credentials. */
	name: string;
	list(): Promise<Map<string, KeptFile>>;
	/** `undefined` for an unknown name. */
	read(name: string): Promise<Uint8Array | undefined>;
	/** Atomic, unless the power fails before `flush`. */
	write(name: string, bytes: Uint8Array): Promise<void>;
	/** Resolves once everything written is durable. */
	flush(): Promise<void>;
	remove(names: readonly string[]): Promise<void>;
	/** Free space in bytes; `undefined` if unknown. */
	free(): number | undefined;
}
