import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The credentials for the secure listener. */
export const SECURE_USER = { username: "footfall", password: "only for tests" };
const STORE_PASSWORD = "changeit";

/** A certificate for 127.0.0.1 with its key, in Java's format, and the same certificate as PEM. */
export const createCertificate = (directory: string) => {
	const store = join(directory, "broker.p12");
	const common = ["-alias", "broker", "-keystore", store, "-storepass", STORE_PASSWORD];
	execFileSync(
		"keytool",
		[
			...["-genkeypair", ...common, "-storetype", "PKCS12", "-keyalg", "EC"],
			...["-dname", "CN=127.0.0.1", "-ext", "SAN=ip:127.0.0.1", "-validity", "2"],
		],
		{ stdio: "ignore" },
	);
	const certificate = execFileSync("keytool", ["-exportcert", "-rfc", ...common], {
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	});
	return { store, certificate };
};

const securePropertiesOf = (store: string) => `
sasl.enabled.mechanisms=SCRAM-SHA-512
listener.name.secure.sasl.enabled.mechanisms=SCRAM-SHA-512
listener.name.secure.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
listener.name.secure.ssl.keystore.location=${store}
listener.name.secure.ssl.keystore.password=${STORE_PASSWORD}
listener.name.secure.ssl.key.password=${STORE_PASSWORD}
`;

/** One node among those whose ports are given. */
export interface NodeLayout {
	id: number;
	/** Addresses of the nodes, in the order of their ports; 127.0.0.1 for all by default. */
	addresses?: readonly string[];
	ports: number[];
	controllers: number[];
	directory: string;
	secure: { port: number; store: string } | undefined;
	/** A listener whose clients are sent to another port, on which a proxy listens. */
	proxied: { port: number; advertised: number } | undefined;
}

/** The content of a node's `server.properties`. */
export const propertiesOf = (layout: NodeLayout) => {
	const { id, ports, controllers, directory, secure, proxied } = layout;
	const { addresses = ports.map(() => "127.0.0.1") } = layout;
	const own = addresses[id - 1];
	const replicas = Math.min(3, controllers.length);
	return `
process.roles=broker,controller
node.id=${id}
controller.quorum.voters=${controllers.map((port, index) => `${index + 1}@${addresses[index]}:${port}`).join(",")}
listeners=PLAINTEXT://${own}:${ports[id - 1]},CONTROLLER://${own}:${controllers[id - 1]}${secure ? `,SECURE://127.0.0.1:${secure.port}` : ""}${proxied ? `,PROXIED://127.0.0.1:${proxied.port}` : ""}
${proxied ? `advertised.listeners=PLAINTEXT://127.0.0.1:${ports[id - 1]},PROXIED://127.0.0.1:${proxied.advertised}` : ""}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL,PROXIED:PLAINTEXT
log.dirs=${join(directory, "log")}
offsets.topic.replication.factor=${replicas}
offsets.topic.num.partitions=3
transaction.state.log.replication.factor=${replicas}
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
controlled.shutdown.enable=true
auto.create.topics.enable=true
${secure ? securePropertiesOf(secure.store) : ""}`;
};
