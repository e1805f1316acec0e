/** An invalid `kafka://` address; the message says what to change and never contains the password. */
export class KafkaAddressError extends Error {
	override name = "KafkaAddressError";
}

/** How to sign in to a broker. */
export interface KafkaCredentials {
	mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
	username: string;
	password: string;
}

/** The parts of a `kafka://` address. */
export interface KafkaAddress {
	/** `host:port` of some brokers, which name the others. */
	brokers: string[];
	topic: string;
	ssl: boolean;
	sasl?: KafkaCredentials;
	groupId?: string;
	deadLetterTopic?: string;
	clientId?: string;
}

/** Where records go that cannot be processed. */
export const deadLetterTopicOf = ({
	topic,
	deadLetterTopic = `${topic}-dead-letters`,
}: Pick<KafkaAddress, "topic" | "deadLetterTopic">): string => deadLetterTopic;

const FORM =
	"kafka://host:port,host:port/topic?tls=true&sasl=scram-sha-512&username=name (password in QUEUE_PASSWORD)";
const DEFAULT_PORT = 9092;
const MECHANISMS = ["plain", "scram-sha-256", "scram-sha-512"] as const;
const PARAMETERS = ["tls", "sasl", "username", "group", "dead-letters", "client"];

const refuse = (reason: string): never => {
	throw new KafkaAddressError(
		`The address of the queue is invalid: ${reason}. It must look like ${FORM}`,
	);
};

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return refuse("a % in user name, password or topic must be written as %25");
	}
};

const brokerOf = (text: string): string => {
	// kafkajs splits host and port at the first colon, which breaks IPv6 addresses.
	if (text.startsWith("[")) return refuse("an IPv6 broker needs a host name");
	const [, host, port = String(DEFAULT_PORT)] = /^([a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
	if (host === undefined) return refuse(`"${text}" is not a host with a port`);
	const number = Number(port);
	if (number < 1 || number > 65_535) return refuse(`${port} is not a port from 1 to 65535`);
	return `${host}:${number}`;
};

const topicOf = (text: string, what: string): string =>
	/^[a-z0-9._-]{1,249}$/i.test(text) && text !== "." && text !== ".."
		? text
		: refuse(`${what} must be 1 to 249 letters, digits, dots, hyphens or underscores`);

const switchOf = (text: string | null): boolean => {
	if (text === null || text === "false") return false;
	return text === "true" || refuse("tls must be true or false");
};

const credentialsOf = (
	mechanismText: string | null,
	username: string,
	password: string,
): KafkaCredentials | undefined => {
	if (mechanismText === null)
		return username === ""
			? undefined
			: refuse("a user name needs sasl=scram-sha-512, scram-sha-256 or plain");
	const mechanism = MECHANISMS.find((name) => name === mechanismText);
	if (mechanism === undefined) return refuse(`sasl must be one of ${MECHANISMS.join(", ")}`);
	if (username === "") return refuse("sasl needs a user name");
	if (password === "") return refuse("sasl needs a password, in QUEUE_PASSWORD or before the @");
	return { mechanism, username, password };
};

const parametersOf = (text: string): URLSearchParams => {
	const parameters = new URLSearchParams(text);
	for (const name of parameters.keys())
		if (!PARAMETERS.includes(name))
			refuse(`unknown parameter "${name}"; the parameters are ${PARAMETERS.join(", ")}`);
	return parameters;
};

/**
 * Reads `kafka://[username:password@]host[:port][,…]/topic[?tls&sasl&username&group&dead-letters&client]`. A password
 * in the address overrides `password`, the value of QUEUE_PASSWORD.
 * @throws KafkaAddressError that says what to change.
 */
export const readKafkaAddress = (address: string, password = ""): KafkaAddress => {
	const [, userInfo, hosts, path = "", query = ""] =
		/^kafka:\/\/(?:([^@/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(address) ?? [];
	if (hosts === undefined)
		return refuse("it must begin with kafka:// and contain @ or # only before the hosts");
	const parameters = parametersOf(query);
	const [user = "", secret = ""] = (userInfo ?? "").split(/:(.*)/s);
	const brokers = hosts.split(",").map(brokerOf);
	const sasl = credentialsOf(
		parameters.get("sasl"),
		decoded(user) || (parameters.get("username") ?? ""),
		decoded(secret) || password,
	);
	const groupId = parameters.get("group");
	const deadLetters = parameters.get("dead-letters");
	const clientId = parameters.get("client");
	return {
		brokers,
		topic: topicOf(decoded(path), "the topic after the hosts"),
		ssl: switchOf(parameters.get("tls")),
		...(sasl ? { sasl } : {}),
		...(groupId ? { groupId } : {}),
		...(deadLetters ? { deadLetterTopic: topicOf(deadLetters, "dead-letters") } : {}),
		...(clientId ? { clientId } : {}),
	};
};
