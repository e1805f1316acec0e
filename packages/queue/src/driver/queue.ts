/**
 * A durable, partitioned log between the gateway and the loader. Records of one key stay in one partition and in order;
 * offsets ascend within a partition. Every driver gives the same guarantees, so that nothing outside this package
 * depends on a particular one.
 */

export interface NewRecord {
	/** Site and visitor. Records with the same key keep their order. */
	key: string;
	/** Text is stored as UTF-8. */
	value: Uint8Array | string;
}

export interface Producer {
	/**
	 * Resolves once the record is on disk (embedded) or acknowledged by all in-sync replicas (Kafka).
	 * @throws QueueUnavailableError if it is not stored
	 */
	append(record: NewRecord): Promise<void>;
	/**
	 * Whether records can be stored now; makes a test write if none was stored recently. Never rejects; resolves within 3
	 * s.
	 */
	health(): Promise<ProducerHealth>;
	/** Waits for appends in flight. */
	close(): Promise<void>;
}

/** The queue's part of readiness. */
export interface ProducerHealth {
	canStore: boolean;
	/** The reason if it is not healthy, else "". */
	reason: string;
	/** Age in ms of the oldest record that no loader has committed, as seen by this process; 0 if there is none. */
	oldestAgeMs: number;
	/** Records are stored on this machine's disk because Kafka is unavailable. */
	isSpilling: boolean;
	/** Records on this machine's disk that are not in Kafka yet. */
	spilledRecords: number;
}

/** Nothing can be appended now: the disk is full, no broker answers, or the queue is full or closed. */
export class QueueUnavailableError extends Error {
	override name = "QueueUnavailableError";
}

export interface QueueRecord {
	/** Ascending within the partition; not necessarily without gaps. */
	offset: number;
	value: Uint8Array;
}

export interface QueueBatch {
	/** Globally unique, permanent name of the partition: `<queue id>/<number>`. */
	partition: string;
	/** In offset order, never empty. */
	records: QueueRecord[];
	/**
	 * Batches of other partitions that were appended at the same time follow and are committed together with this one.
	 * Anything that must come after their records waits for the last one.
	 */
	isFollowed?: boolean;
	/** Absent if no other consumer can be given the partition. */
	lease?: BatchLease;
}

/** How long a consumer may act on a batch: afterwards, another one may do the same. */
export interface BatchLease {
	/** To be checked right before any action that must not happen twice. */
	isHeld(): boolean;
	/** Aborted when the current lease ends, for requests in flight. */
	signal(): AbortSignal;
}

export interface BatchHandler {
	/** Called before the first batch of a partition that this consumer now owns. */
	assigned(partition: string): Promise<void>;
	/** Called when the partition went to another consumer; a batch in progress must not be committed. */
	revoked(partition: string): Promise<void>;
	/**
	 * Called with the batch that will be handled next, while another one is handled; its partition may still move to
	 * another consumer.
	 */
	coming?(batch: QueueBatch): void;
	/** Resolving commits the batch; rejecting delivers it again after a pause. */
	handle(batch: QueueBatch): Promise<void>;
	/** Called with bytes that fail their checksum, which are skipped. */
	damaged(partition: string, offset: number, reason: string): void;
}

export interface ConsumerOptions {
	/** Deliver as soon as this many records are there … */
	minRecords: number;
	/** … or the first of them has waited this many ms: since its append in the embedded queue, since the fetch in Kafka … */
	maxWaitMs: number;
	/** … and at most this many at once. */
	maxRecords: number;
	/**
	 * A longer wait for the embedded queue: from this many records on, the first one waits until `withinMs` after its
	 * append minus the duration in ms of the last batch, so that it is probably handled by then. Never shorter than
	 * `maxWaitMs`. Without it, `maxWaitMs` applies to any number.
	 */
	gather?: { fromRecords: number; withinMs: number };
}

export interface Consumer {
	/** Delivers batches, one at a time per partition, until `close`. */
	start(handler: BatchHandler): void;
	/** Stores a record that cannot be processed outside the log, with the reason. Resolves once it is on disk. */
	setAside(partition: string, record: QueueRecord, reason: string): Promise<void>;
	/**
	 * Removes the given dead letters and overwrites processed records in the log's files; resolves to the number removed.
	 * Absent for Kafka, which deletes records by age.
	 */
	forget?(isForgotten: (record: QueueRecord) => Promise<boolean>): Promise<number>;
	/**
	 * Runs a task while every delivered batch is committed and nothing is delivered or forgotten. Absent for Kafka.
	 * @throws GateBusyError when a batch does not end within `maxWaitMs`
	 */
	hold?<Result>(task: () => Promise<Result>, maxWaitMs: number): Promise<Result>;
	/** Finishes and commits the batch in progress. */
	close(): Promise<void>;
}

/** The consumer's lag. */
export interface QueueDepth {
	/** Records appended and not yet committed. A Kafka record of several events counts as one. */
	records: number;
	/** Age of the oldest of them in ms, 0 if there is none. */
	oldestAgeMs: number;
}

/** How far the loader is in a partition. */
export interface Committed {
	partition: string;
	/** The first record that it has not finished; what was before is stored, left out or set aside for good. */
	next: number;
}

/** A record that could not be processed, kept outside the log. */
export interface DeadLetter {
	offset: number;
	reason: string;
	/** When it was moved out of the log, in ms since the epoch. */
	at: number;
	value: Uint8Array;
}
