import { render } from "preact";
import { FiguresAndLists } from "./figures-and-lists.tsx";
import { LineCharts } from "./line-charts.tsx";
import { OtherCharts } from "./other-charts.tsx";

const root = document.getElementById("gallery");
if (root)
	render(
		<main>
			<h1>Charts in every state</h1>
			<FiguresAndLists />
			<LineCharts />
			<OtherCharts />
		</main>,
		root,
	);
