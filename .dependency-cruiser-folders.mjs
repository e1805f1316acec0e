import modules, { forTests } from "./.dependency-cruiser.mjs";

/** No two folders of a package import each other, except in tests. */

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
	forbidden: [
		{
			name: "no-circles-of-folders",
			severity: "error",
			scope: "folder",
			from: {},
			to: { circular: true },
		},
	],
	options: { ...modules.options, exclude: { path: `${modules.options.exclude.path}|${forTests}` } },
};
