import type { Cluster, HostName } from "@footfall/testing/cluster/cluster";
import type { LinkFaults } from "@footfall/testing/cluster/network";

/** Longer than a loader's session in its group, so that another loader takes over meanwhile. */
const BEYOND_SESSION_MS = 12_000;
export const BRIEF_MS = 4000;

/** A fault of hosts or of the network between them, which ends after a while. */
export interface Fault {
	name: string;
	lastsMs: number;
	begin(cluster: Cluster): Promise<unknown> | unknown;
	end(cluster: Cluster): Promise<unknown> | unknown;
}

const killed = (host: HostName, lastsMs = BRIEF_MS): Fault => ({
	name: `${host} killed`,
	lastsMs,
	begin: ({ network }) => network.host(host).kill(),
	end: ({ restart }) => restart(host),
});

const frozen = (host: HostName, lastsMs = BRIEF_MS): Fault => ({
	name: `${host} frozen`,
	lastsMs,
	begin: ({ network }) => network.host(host).freeze(),
	end: ({ network }) => network.host(host).thaw(),
});

const unplugged = (host: HostName): Fault => ({
	name: `${host} unplugged`,
	lastsMs: BRIEF_MS,
	begin: ({ network }) => network.host(host).unplug(),
	end: ({ network }) => network.host(host).plug(),
});

const CUT: LinkFaults = { isCut: true };

/** Drops frames in these directions, between some hosts, or to and from all. */
const cut = (
	name: string,
	directions: readonly { from?: HostName; to?: HostName }[],
	lastsMs = BRIEF_MS,
): Fault => ({
	name,
	lastsMs,
	begin: async ({ network }) => {
		for (const direction of directions) await network.link(direction, CUT);
	},
	end: ({ network }) => network.heal(),
});

const BROKERS = ["kafka-1", "kafka-2", "kafka-3"] as const;

const slow: Fault = {
	name: "20 to 30 ms and 1 % loss between all",
	lastsMs: BRIEF_MS,
	begin: ({ network }) => network.link({}, { delayMs: 20, jitterMs: 10, loss: 0.01 }),
	end: ({ network }) => network.heal(),
};

const unheardGateway = cut(
	"Kafka does not hear gateway-1",
	BROKERS.map((to) => ({ from: "gateway-1", to })),
);

/** Several faults at the same time. */
const together = (one: Fault, other: Fault): Fault => ({
	name: `${one.name}, ${other.name}`,
	lastsMs: Math.max(one.lastsMs, other.lastsMs),
	begin: async (cluster) => {
		await one.begin(cluster);
		await other.begin(cluster);
	},
	end: async (cluster) => {
		await one.end(cluster);
		await other.end(cluster);
	},
});

/** A sample of the faults, for short runs. */
export const ONE_OF_EACH_KIND: readonly Fault[] = [
	slow,
	unheardGateway,
	killed("kafka-1"),
	together(killed("loader-1"), killed("api-1")),
	killed("store"),
];

export const ALL_FAULTS: readonly Fault[] = [
	slow,
	killed("kafka-1"),
	frozen("kafka-2"),
	cut("kafka-3 cut off", [{ from: "kafka-3" }, { to: "kafka-3" }]),
	unheardGateway,
	cut(
		"gateway-2 does not hear Kafka",
		BROKERS.map((from) => ({ from, to: "gateway-2" })),
	),
	killed("loader-1"),
	frozen("loader-2", BEYOND_SESSION_MS),
	cut("loader-1 cut off", [{ from: "loader-1" }, { to: "loader-1" }], BEYOND_SESSION_MS),
	cut("loaders do not hear the store", [
		{ from: "store", to: "loader-1" },
		{ from: "store", to: "loader-2" },
	]),
	killed("store"),
	killed("gateway-1"),
	unplugged("gateway-2"),
	killed("api-1"),
	killed("postgres"),
];
