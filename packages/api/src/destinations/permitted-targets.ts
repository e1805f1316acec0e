import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { relative, resolve, sep } from "node:path";
import { type DestinationTarget, QUEUE_TOPIC } from "@footfall/shared/destinations/destination";
import { isPublicAddress } from "@footfall/shared/destinations/public-address";

/** What the operator of the machine lets administrators of the instance choose. */
export interface DestinationPolicy {
	/** The directory below which folders may be; absent: none. */
	folder?: string | undefined;
	/** Whether servers may have addresses of private networks and of this machine. */
	privateNetworks: boolean;
	/** The queue in Kafka; absent: it is on disk. */
	queue?: { brokers: readonly string[]; topics: readonly string[] } | undefined;
}

const DEFAULT_BROKER_PORT = 9092;
const NO_FOLDERS =
	"This server permits no folders: its operator has to set DESTINATION_FOLDER to the directory that holds them";

/**
 * The whole path of a folder that the policy permits, or why it permits none.
 * @param path absolute, or below the operator's directory
 */
export const folderOf = (
	path: string,
	{ folder }: DestinationPolicy,
): { path: string } | { refused: string } => {
	if (folder === undefined) return { refused: NO_FOLDERS };
	const whole = resolve(folder, path);
	const below = relative(folder, whole);
	const isBelow = below !== "" && below !== ".." && !below.startsWith(`..${sep}`);
	return isBelow ? { path: whole } : { refused: `path must be a folder below ${folder}` };
};

/** The hosts that a destination connects to, as its target names them. */
const hostsOf = (target: DestinationTarget): string[] => {
	switch (target.kind) {
		case "folder":
			return [];
		case "s3":
			return target.endpoint === undefined ? [] : [new URL(target.endpoint).hostname];
		case "postgres":
			return [target.host];
		case "http":
			return [new URL(target.url).hostname];
		case "kafka":
			return target.brokers.map((broker) => broker.replace(/:\d{1,5}$/, ""));
	}
};

const addressesOf = async (host: string): Promise<string[]> => {
	const plain = host.replace(/^\[(.*)\]$/, "$1");
	// pg takes a path for the directory of a socket.
	if (plain.startsWith("/")) return ["a socket"];
	if (isIP(plain) > 0) return [plain];
	return lookup(plain, { all: true }).then(
		(found) => found.map(({ address }) => address),
		() => [],
	);
};

/**
 * Why a server is not permitted where servers must have public addresses; "" if it is, or cannot be resolved now. Whoever
 * connects checks the addresses again.
 */
export const privateHostRefusal = async (host: string): Promise<string> =>
	(await addressesOf(host)).every(isPublicAddress)
		? ""
		: `${host} has an address of a private network: the operator of this server has to set DESTINATION_PRIVATE_NETWORKS=true to permit it`;

const refusalOfHost = async (host: string): Promise<string> =>
	(await addressesOf(host)).length === 0
		? `${host} cannot be resolved: check the name`
		: privateHostRefusal(host);

/** Addresses are shown to every administrator. */
const hasCredentials = (target: DestinationTarget): boolean => {
	const text = target.kind === "http" ? target.url : target.kind === "s3" && target.endpoint;
	if (!text) return false;
	const { username, password } = new URL(text);
	return username !== "" || password !== "";
};

const brokerOf = (address: string): string => {
	const plain = address.toLowerCase();
	return /:\d+$/.test(plain) ? plain : `${plain}:${DEFAULT_BROKER_PORT}`;
};

/** Whether events would be sent to where events are read from. Other names of the brokers are found by the runner. */
const isQueue = (target: DestinationTarget, { queue }: DestinationPolicy): boolean => {
	if (target.kind !== "kafka" || !queue?.topics.includes(target.topic)) return false;
	const own = queue.brokers.map(brokerOf);
	return target.brokers.some((broker) => own.includes(brokerOf(broker)));
};

/** Why a target is not permitted; "" if it is. */
export const refusalOf = async (
	target: DestinationTarget,
	policy: DestinationPolicy,
): Promise<string> => {
	if (target.kind === "folder") {
		const folder = folderOf(target.path, policy);
		return "refused" in folder ? folder.refused : "";
	}
	if (hasCredentials(target)) return "The address must not contain a user or a password";
	if (isQueue(target, policy)) return QUEUE_TOPIC;
	if (policy.privateNetworks) return "";
	const refusals = await Promise.all(hostsOf(target).map(refusalOfHost));
	return refusals.find((refusal) => refusal !== "") ?? "";
};
