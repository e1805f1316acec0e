/**
 * A durable, partitioned log between the gateway and the loader. Records of one key stay in one partition
 * and in order; offsets ascend within a partition. Every driver keeps the same promises, so nothing outside
 * this package knows which one runs.
 */

export interface NewRecord {
	/** Records with the same key keep their order: site and visitor. */
	key: string;
	value: Uint8Array;
}

export interface Producer {
	/**
	 * Resolves once the record is on disk (embedded) or acknowledged by all in-sync replicas (Kafka).
	 * @throws QueueUnavailableError when it cannot be stored; then it is not stored.
	 */
	append(record: NewRecord): Promise<void>;
	/** Whether a record that came now would be stored, found out by trying where nothing was stored lately. Never rejects; answers within 3 s. */
	health(): Promise<ProducerHealth>;
	/** Waits for appends in flight. */
	close(): Promise<void>;
}

/** The queue's part of readiness and liveness. */
export interface ProducerHealth {
	canStore: boolean;
	/** Why not, "" when it can. */
	reason: string;
	/** Age in ms of the oldest record that no loader has committed, as far as this process can see; 0 when there is none. */
	oldestAgeMs: number;
	/** Records go to this machine's disk because Kafka does not take them; they are stored all the same. */
	isSpilling: boolean;
	/** Records on this machine's disk that Kafka does not have yet. */
	spilledRecords: number;
}

/** Nothing can be appended for now: disk full, broker away, queue at its cap or closed. */
export class QueueUnavailableError extends Error {
	override name = "QueueUnavailableError";
}

export interface QueueRecord {
	/** Ascending within the partition; not necessarily without gaps. */
	offset: number;
	value: Uint8Array;
}

export interface QueueBatch {
	/** Names the partition for good, across restarts and unlike any other queue's: `<queue id>/<number>`. */
	partition: string;
	/** In offset order, never empty. */
	records: QueueRecord[];
}

export interface BatchHandler {
	/** Called before the first batch of a partition that this consumer now owns. */
	assigned(partition: string): Promise<void>;
	/** Called when the partition went to another consumer; a batch in hand may no longer be committed. */
	revoked(partition: string): Promise<void>;
	/** Resolving commits every record of the batch; rejecting leaves it to be delivered again, after a pause. */
	handle(batch: QueueBatch): Promise<void>;
	/** Bytes that fail their checksum were set aside; the rest goes on. */
	damaged(partition: string, offset: number, reason: string): void;
}

export interface ConsumerOptions {
	/** Deliver as soon as this many records are there … */
	minRecords: number;
	/** … or this many ms after the first of them was seen … */
	maxWaitMs: number;
	/** … and at most this many at once. */
	maxRecords: number;
}

export interface Consumer {
	/** Delivers batches, one at a time per partition, until `close`. */
	start(handler: BatchHandler): void;
	/** Keeps a record that cannot be processed, with the reason, outside the log. Resolves once it is on disk. */
	setAside(partition: string, record: QueueRecord, reason: string): Promise<void>;
	/**
	 * Removes dead letters that are to be forgotten, and overwrites the remains of processed records in the log's files;
	 * resolves to how many it removed. Absent where the log is somebody else's, who deletes records by age.
	 */
	forget?(isForgotten: (record: QueueRecord) => Promise<boolean>): Promise<number>;
	/** Lets the batch in hand finish and be committed. */
	close(): Promise<void>;
}

/** How far the consumer is behind. */
export interface QueueDepth {
	/** Records appended and not yet committed. In Kafka those that travelled together count as one. */
	records: number;
	/** Age of the oldest of them in ms, 0 when there is none. */
	oldestAgeMs: number;
}

/** A record that could not be processed, kept outside the log. */
export interface DeadLetter {
	offset: number;
	reason: string;
	/** When it was set aside, ms since the epoch. */
	at: number;
	value: Uint8Array;
}
