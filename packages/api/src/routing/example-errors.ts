const ERROR_ID = "3f9c1d7ae0b84652";

/** Examples of decisions about errors and of the states that follow. */
export const ERROR_EXAMPLES: Readonly<Record<string, unknown>> = {
	errorId: ERROR_ID,
	errorIds: [ERROR_ID],
	release: "1.4.2",
	firstRelease: "1.4.0",
	lastRelease: "1.4.2",
	"ErrorName.state": undefined,
	"ErrorsOverview.state": undefined,
	...Object.fromEntries(
		["ErrorDecision", "ErrorDecisions"].flatMap((shape) => [
			[`${shape}.state`, "resolved"],
			[`${shape}.release`, "1.4.2"],
			[`${shape}.untilCount`, undefined],
			[`${shape}.untilDays`, undefined],
		]),
	),
};
