/** Allowed imports: along the event's path, never backwards and never across. ARCHITECTURE.md explains why. */
const mayImport = {
	shared: [],
	tracker: ["shared"],
	queue: ["shared"],
	gateway: ["shared", "queue"],
	store: ["shared", "queue"],
	imports: ["shared"],
	notices: ["shared"],
	reports: ["shared", "store"],
	destinations: ["shared", "queue", "store", "reports"],
	"demo-data": ["shared", "store", "reports"],
	api: ["shared", "store", "imports", "reports", "demo-data", "notices"],
	dashboard: ["shared"],
	server: [
		"shared",
		"queue",
		"gateway",
		"store",
		"imports",
		"reports",
		"destinations",
		"notices",
		"api",
	],
};

/** Tests, test support, and what a package shows to these alone. */
export const forTests =
	"(\\.test\\.tsx?$|^packages/testing/|^test/|^packages/[^/]+/src/testing\\.ts$)";

const layers = Object.entries(mayImport).map(([name, allowed]) => ({
	name: `${name}-imports-only-${allowed.join("-") || "itself"}`,
	severity: "error",
	from: { path: `^packages/${name}/` },
	to: { path: "^packages/", pathNot: `^packages/(${[name, ...allowed, "testing"].join("|")})/` },
}));

/** Only one place imports an engine, so that it can be replaced there. */
const onlyIn = (dependency, path) => ({
	name: `${dependency.replaceAll(/[^a-z0-9]+/g, "-")}-only-in-its-place`,
	severity: "error",
	from: { path: "^packages/", pathNot: `(${path}|${forTests})` },
	to: { path: `node_modules/${dependency}/` },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
	forbidden: [
		...layers,
		onlyIn("kafkajs", "^packages/queue/src/kafka/"),
		onlyIn("@opentelemetry", "^packages/server/src/tracing/"),
		onlyIn("chdb", "^packages/store/src/client/"),
		onlyIn("@clickhouse/client", "^packages/store/src/client/"),
		onlyIn("s3mini", "^packages/store/src/replays/bucket"),
		onlyIn("@electric-sql/pglite", "^packages/api/src/database/"),
		onlyIn("pg", "^packages/(api/src/database|destinations/src/targets)/"),
		onlyIn("(d3-[^/]+|topojson-[^/]+|world-atlas)", "^packages/dashboard/src/charts/"),
		{
			// Code shared by several pages belongs in shared/, so that nobody has to look for it in another page.
			name: "features-do-not-import-features",
			severity: "error",
			from: { path: "^packages/dashboard/src/features/([^/]+)/" },
			to: {
				path: "^packages/dashboard/src/features/[^/]+/",
				pathNot: "^packages/dashboard/src/features/($1|shared)/",
			},
		},
		{
			// The name of a package, not a path into it: its `exports` say what others may use.
			name: "packages-are-imported-by-name",
			severity: "error",
			from: { path: "^(packages/[^/]+|test|scripts)/" },
			to: {
				path: "^packages/[^/]+/(src|dist)/",
				pathNot: "^$1/",
				dependencyTypesNot: ["aliased-workspace"],
			},
		},
		{
			name: "no-circles",
			severity: "error",
			from: {},
			to: { circular: true },
		},
		{
			name: "no-orphans",
			severity: "error",
			// Nothing imports the files that a browser loads by URL.
			from: {
				orphan: true,
				path: "^packages/[^/]+/src/.+\\.tsx?$",
				pathNot: `(${forTests}|\\.d\\.ts$)`,
			},
			to: {},
		},
		{
			name: "no-undeclared-dependencies",
			severity: "error",
			from: { path: "^packages/[^/]+/src/", pathNot: forTests },
			to: {
				dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "unknown", "undetermined"],
				// Bundled, so that packages install without these dependencies. React is the application's own.
				pathNot:
					"^react$|node_modules/(web-vitals|@rrweb/record|preact|openapi-fetch|d3-|topojson|world-atlas|rrweb|fflate|@types/)",
			},
		},
		{
			name: "product-does-not-import-tests",
			severity: "error",
			from: { path: "^packages/[^/]+/src/", pathNot: forTests },
			to: { path: forTests },
		},
	],
	options: {
		doNotFollow: { path: "(node_modules|^packages/[^/]+/dist/)" },
		combinedDependencies: true,
		exclude: { path: "(^|/)packages/server/bundle/" },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: "tsconfig.test.json" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["source", "types", "node", "import"],
		},
	},
};
