import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MissingEngine } from "../require-engine.ts";

/** The broker that the tests run against; 4.x needs Java 17. */
const VERSION = process.env["KAFKA_VERSION"] ?? "4.1.2";

const CACHE = fileURLToPath(new URL("../../../../.cache/kafka/", import.meta.url));

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
	<modelVersion>4.0.0</modelVersion>
	<groupId>footfall.test</groupId>
	<artifactId>kafka</artifactId>
	<version>1</version>
	<packaging>pom</packaging>
	<dependencies>
		<dependency>
			<groupId>org.apache.kafka</groupId>
			<artifactId>kafka_2.13</artifactId>
			<version>${VERSION}</version>
		</dependency>
	</dependencies>
</project>
`;

const answers = (command: string, argument: string) =>
	spawnSync(command, [argument], { stdio: "ignore" }).status === 0;

/** Whether the tests start their own brokers, which they may stop and kill. */
export const startsOwnBrokers = !process.env["KAFKA_BROKERS"];

/** Why no broker can be started or reached here, if so. */
export const missingKafka = (): MissingEngine => {
	if (process.env["KAFKA_BROKERS"]) return undefined;
	if (!answers("java", "-version"))
		return {
			name: "kafka",
			reason: "no Java (apt-get install default-jdk-headless), and no KAFKA_BROKERS",
		};
	if (!existsSync(join(CACHE, VERSION)) && !answers("mvn", "-version"))
		return { name: "kafka", reason: "no Maven (apt-get install maven), and no KAFKA_BROKERS" };
	return undefined;
};

/** The class path of Apache Kafka, fetched from Maven Central once and kept in `.cache`. */
export const kafkaClassPath = (): string => {
	const libraries = join(CACHE, VERSION);
	if (!existsSync(libraries)) {
		mkdirSync(CACHE, { recursive: true });
		const work = mkdtempSync(join(CACHE, "fetching-"));
		writeFileSync(join(work, "pom.xml"), POM);
		execFileSync(
			"mvn",
			[
				"--quiet",
				"--batch-mode",
				"dependency:copy-dependencies",
				"-DincludeScope=runtime",
				"-DoutputDirectory=libraries",
			],
			{ cwd: work, stdio: ["ignore", "inherit", "inherit"] },
		);
		try {
			// Moved as a whole, so that an interrupted download is never taken for a complete one.
			renameSync(join(work, "libraries"), libraries);
		} catch (error) {
			// Another test file was faster.
			if (!existsSync(libraries)) throw error;
		} finally {
			rmSync(work, { recursive: true });
		}
	}
	return join(libraries, "*");
};
