/** One worker of a gateway: single events, each acknowledged when it is durable. */
export interface GatewayFigures {
	/** CPU seconds of a million events at full speed, and at half of it, where fewer events share a write. */
	cpuPerMillion: number;
	cpuPerMillionAtHalf: number;
	perSecond: number;
	p50Ms: number;
	p99Ms: number;
	/** What the worker holds for itself. */
	megabytes: number;
}

/** Of one report, in seconds. */
export interface ReportFigures {
	name: string;
	seconds: number;
	cpuSeconds: number;
}

/** Reports of one site. */
export interface SiteFigures {
	/** Events within the 28 days that are asked about. */
	events: number;
	/** Without numbers where a report was refused for its size. */
	fromEvents: (Pick<ReportFigures, "name"> & Partial<ReportFigures>)[];
	fromDays: ReportFigures[];
	/** The most that the process with api, loader and store held meanwhile. */
	megabytes: number;
}

/** What `npm run bench:sizing` measures. Bytes are per event, CPU is in seconds for a million events. */
export interface SizingInputs {
	date: string;
	machine: string;
	/** Of the system in the minute before, as a hint at what the figures that are no CPU time are worth. */
	load: number;
	gateway: GatewayFigures;
	gatewayOnKafka: GatewayFigures;
	broker: { cpuPerMillion: number };
	/** Our own code in the loader. */
	loader: { cpuPerMillion: number; perSecond: number; megabytes: number };
	loaderOnKafka: { cpuPerMillion: number };
	/** The event store's engine: inserts, merges, and rolling days up. */
	engine: { insertPerMillion: number; mergePerMillion: number; rollupPerMillion: number };
	bytes: {
		store: number;
		/** Of `store`, what the ids of events take. */
		ids: number;
		rollup: number;
		queue: number;
		/** Sent by a hundred, and by three: the fewer, the worse they compress. */
		kafka: number;
		kafkaFew: number;
		request: number;
		response: number;
	};
	/** In PostgreSQL; absent where there is none. */
	accounts?: { kilobytes: number; kilobytesPerSite: number } | undefined;
	sites: SiteFigures[];
}
