import { type Producer, type QueueRecord, QueueUnavailableError } from "@footfall/queue";

/** The value of the `number`th record of its key. */
export interface LoadRecord {
	key: string;
	number: number;
}

export const nameOf = ({ key, number }: LoadRecord): string => `${key}#${number}`;

export const recordOf = ({ value }: QueueRecord): LoadRecord =>
	JSON.parse(Buffer.from(value).toString("utf8")) as LoadRecord;

/** A load as its sender sees it. */
export interface RecordLoad {
	/** Names of the records whose append resolved. */
	acknowledged: ReadonlySet<string>;
	/** Appends that were refused as unavailable. */
	refused(): number;
	/** Stops appending and waits for every answer. */
	stop(): Promise<void>;
}

/**
 * Appends `perSecond` records a second, rotating over `keys` keys, until it is stopped. A refused record is not
 * retried. Any error but QueueUnavailableError is thrown by `stop`.
 */
export const startRecordLoad = (
	producer: Producer,
	{ perSecond, keys = 50 }: { perSecond: number; keys?: number },
): RecordLoad => {
	const acknowledged = new Set<string>();
	const unexpected: unknown[] = [];
	const answers = new Set<Promise<void>>();
	let refused = 0;
	let sent = 0;
	const began = performance.now();

	const appendNext = () => {
		const record = { key: `visitor-${sent % keys}`, number: Math.floor(sent / keys) };
		sent++;
		const answer = producer
			.append({ key: record.key, value: Buffer.from(JSON.stringify(record)) })
			.then(
				() => {
					acknowledged.add(nameOf(record));
				},
				(error: unknown) => {
					if (error instanceof QueueUnavailableError) refused++;
					else unexpected.push(error);
				},
			)
			.finally(() => answers.delete(answer));
		answers.add(answer);
	};
	const timer = setInterval(() => {
		const due = ((performance.now() - began) / 1000) * perSecond;
		while (sent < due) appendNext();
	}, 5);

	return {
		acknowledged,
		refused: () => refused,
		stop: async () => {
			clearInterval(timer);
			await Promise.all(answers);
			if (unexpected.length > 0) throw unexpected[0];
		},
	};
};
