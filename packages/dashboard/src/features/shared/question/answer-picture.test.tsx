// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { RequestFailure } from "../../../api/failure.ts";
import type { Report } from "../../../api/use-report.ts";
import { loadArea } from "../../../i18n/areas.ts";
import { OTHER_AREAS } from "../../../i18n/other-areas.ts";
import { OpenSiteContext } from "../../../layout/site-view.ts";
import { LocationContext } from "../../../router/use-address.ts";
import { AnswerPicture } from "./answer-picture.tsx";
import type { Question, QuestionAnswer, QuestionView } from "./question.ts";
import type { Answered } from "./use-question.ts";

const ADDRESS = { filters: [], range: { kind: "all" }, comparison: { kind: "off" } };

let root: HTMLElement;

beforeAll(() => loadArea("explore", OTHER_AREAS.explore, "en"));
beforeEach(() => {
	root = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
	render(null, root);
	root.remove();
});

const draw = (
	question: Question,
	view: QuestionView,
	report: Pick<Report<Answered>, "state" | "data" | "failure">,
) =>
	act(() =>
		render(
			<LocationContext.Provider value={{ address: ADDRESS } as never}>
				<OpenSiteContext.Provider value={{ site: { id: "a1", timeZone: "UTC" } } as never}>
					<AnswerPicture
						report={{ ...report, updatedAt: 0, retry: () => {} }}
						question={question}
						view={view}
						label="Picture"
					/>
				</OpenSiteContext.Provider>
			</LocationContext.Provider>,
			root,
		),
	);
const drawAnswer = (
	question: Question,
	view: QuestionView,
	{ meta, ...answer }: Omit<QuestionAnswer, "meta"> & { meta: Partial<QuestionAnswer["meta"]> },
) =>
	draw(question, view, {
		state: "ready",
		failure: undefined,
		data: {
			question,
			answer: { ...answer, meta: { definitions: {}, types: {}, left_out: [], ...meta } },
		},
	});

const textsOf = (selector: string) =>
	[...root.querySelectorAll(selector)].map(({ textContent }) => textContent);
const MONEY = { types: { revenue: "money", orders: "count" } };

it("bars of amounts have one table with its heads, and shares of the whole", () => {
	drawAnswer({ metrics: ["revenue"], dimensions: ["pathname"] }, "bars", {
		rows: [
			{ dimensions: ["/a"], metrics: ["30.0000"], previous: ["20.0000"] },
			{ dimensions: ["/b"], metrics: ["10.0000"], previous: ["10.0000"] },
		],
		totals: { metrics: ["40.0000"] },
		meta: { ...MONEY, currency: "EUR" },
	});
	expect(textsOf("thead th")).toEqual(["Page", "Revenue", "Share", "Change"]);
	expect(textsOf("tbody tr")).toEqual(["/a€30.0075.0%up 50%", "/b€10.0025.0%no change"]);
	expect(textsOf("h2")).toEqual([]);
});

it("amounts by currency are each in their own, and have neither a share nor a sum", () => {
	const question = { metrics: ["revenue"], dimensions: ["currency"] };
	const answer = {
		rows: [
			{ dimensions: ["EUR"], metrics: ["30.0000"] },
			{ dimensions: ["USD"], metrics: ["5.5000"] },
		],
		totals: { metrics: ["35.5000"] },
		meta: MONEY,
	};
	drawAnswer(question, "bars", answer);
	expect(textsOf("thead th")).toEqual(["Currency", "Revenue"]);
	expect(textsOf("tbody tr")).toEqual(["EUR€30.00", "USD$5.50"]);
	drawAnswer(question, "number", answer);
	expect(textsOf("dd")).toEqual(["€30.00", "$5.50"]);
});

it("a question whose goal was deleted says so", () => {
	const failure = new RequestFailure({
		...{ kind: "refused", status: 404, message: "Goal not found" },
	});
	draw({ metrics: ["conversions(7)"], dimensions: [] }, "number", {
		...{ state: "failed", data: undefined, failure },
	});
	expect(root.textContent).toContain("A goal that this question names was deleted.");
});
