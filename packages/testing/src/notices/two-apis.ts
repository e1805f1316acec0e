import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CLOCK = import.meta.resolve("@footfall/testing/product/movable-clock");
const SCRIPT = fileURLToPath(import.meta.resolve("@footfall/testing/api/api-process"));

/** An api in a process of its own. */
export interface ApiProcess {
	child: ChildProcess;
	origin: string;
	/** The owner's, after the first start. */
	key: string | undefined;
}

/**
 * Two processes of the api on one PostgreSQL, to be killed.
 * @param clockFiles of each the file of its clock, if that can be moved
 */
export const createTwoApis = ({
	clockFiles,
	...settings
}: {
	databaseUrl: string;
	smtpUrl: string;
	/** Of the event store; without one there are no events. */
	storeUrl?: string;
	clockFiles: readonly [string | undefined, string | undefined];
}) => {
	const apis: [ApiProcess | undefined, ApiProcess | undefined] = [undefined, undefined];
	/** When each was killed, as `performance.now()`. */
	const kills: number[] = [];
	const start = async (place: 0 | 1): Promise<ApiProcess> => {
		const clockFile = clockFiles[place];
		const { databaseUrl, smtpUrl, storeUrl = "" } = settings;
		const child = spawn(process.execPath, [SCRIPT, databaseUrl, smtpUrl, storeUrl], {
			stdio: ["ignore", "pipe", "inherit"],
			env: {
				PATH: process.env["PATH"],
				VERBOSE: process.env["VERBOSE"],
				...(clockFile && { NODE_OPTIONS: `--import ${CLOCK}`, CLOCK_AHEAD_FILE: clockFile }),
			},
		});
		const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
		const api = { child, ...(JSON.parse(line) as Omit<ApiProcess, "child">) };
		apis[place] = api;
		return api;
	};
	const kill = async (place: 0 | 1): Promise<void> => {
		const api = apis[place];
		if (!api) return;
		apis[place] = undefined;
		const gone = once(api.child, "exit");
		api.child.kill("SIGKILL");
		kills.push(performance.now());
		await gone;
	};
	return {
		apis: apis as Readonly<typeof apis>,
		kills: kills as readonly number[],
		start,
		/** Those that do not run. */
		startBoth: () =>
			Promise.all(([0, 1] as const).map((place) => (apis[place] ? undefined : start(place)))),
		kill,
		killBoth: () => Promise.all([kill(0), kill(1)]),
	};
};
export type TwoApis = ReturnType<typeof createTwoApis>;
