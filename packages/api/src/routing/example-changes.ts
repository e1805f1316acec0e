/** The figures of a change, whose parts and rest add up to the difference. */
const CHANGE = {
	...{ metric: "sessions", type: "count", from: 1334, to: 1014, difference: -320 },
	...{ bucket: "day", rest: -50, chance: 0.004, is_usual: false, currency: undefined },
	sentences: [
		"Sessions fell by 320 (−24 %) against the week before.",
		"270 of it are sessions from Germany on phones, since 12 November.",
		"The rest, 50, is spread over all others.",
	],
};
const SEGMENT = {
	dimensions: { country: "DE", device_type: "Mobile" },
	...{ from: 412, to: 142, contribution: -270, share: 0.84375 },
	...{ mix: undefined, rate: undefined, since: "2026-11-12 00:00:00" },
};
const BESIDE = {
	...{ kind: "annotation", at: "2026-11-12T09:30:00.000Z", until: null },
	...{ title: "Relaunch", url: null },
};

const ofComponent = (component: string, values: Readonly<Record<string, unknown>>) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [`${component}.${name}`, value]),
	);

/** Examples of what explains a change. */
export const CHANGE_EXAMPLES: Readonly<Record<string, unknown>> = {
	...ofComponent("ChangeExplanation", CHANGE),
	...ofComponent("ChangeSegment", SEGMENT),
	...ofComponent("BesideChange", BESIDE),
};
