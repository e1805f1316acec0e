import { useMemo } from "preact/hooks";
import { LineChart, type LineChartProps } from "../../../charts/line/line-chart.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { annotationsOf } from "./annotations-of.ts";
import { useNotes } from "./use-notes.ts";

/** A chart of a site, with the site's notes and deployments. */
export const NotedChart = (props: Omit<LineChartProps, "annotations">) => {
	const { timeZone } = useSiteView();
	const notes = useNotes().data;
	const { data } = props;
	const annotations = useMemo(
		() => annotationsOf(notes ?? [], data.buckets, data.bucket, timeZone),
		[notes, data, timeZone],
	);
	return <LineChart {...props} annotations={annotations} />;
};
