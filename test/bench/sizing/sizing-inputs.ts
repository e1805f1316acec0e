/** One worker of a gateway: single events, each acknowledged when it is durable. */
export interface GatewayFigures {
	/** CPU seconds of a million events at full speed, and at half of it, where fewer events share a write. */
	cpuPerMillion: number;
	cpuPerMillionAtHalf: number;
	perSecond: number;
	p50Ms: number;
	p99Ms: number;
	/** The worker's private memory. */
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
	/** Events within the 28 days that are queried. */
	events: number;
	/** Without numbers if a report was refused for its size. */
	fromEvents: (Pick<ReportFigures, "name"> & Partial<ReportFigures>)[];
	fromDays: ReportFigures[];
	/** The peak memory of the process with API, loader and store meanwhile. */
	megabytes: number;
}

/** What `npm run bench:sizing` measures. Bytes are per event, CPU is in seconds for a million events. */
export interface SizingInputs {
	date: string;
	machine: string;
	/** The load of the system in the minute before, to judge the figures that are not CPU time. */
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
		/** The part of `store` that the ids of events take. */
		ids: number;
		rollup: number;
		queue: number;
		/** Sent in batches of a hundred, and of three: small batches compress worse. */
		kafka: number;
		kafkaFew: number;
		request: number;
		response: number;
	};
	/** In PostgreSQL; absent without one. */
	accounts?: { kilobytes: number; kilobytesPerSite: number } | undefined;
	sites: SiteFigures[];
}
