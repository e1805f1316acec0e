import { lazyChart } from "./lazy-chart.tsx";

/** See `Sankey`; its code and that of d3 come with it. */
export const LazySankey = lazyChart(async () => (await import("./sankey.tsx")).Sankey);

/** See `WorldMap`; the shapes of the countries come with it. */
export const LazyWorldMap = lazyChart(async () => (await import("./world-map.tsx")).WorldMap);
