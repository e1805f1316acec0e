const RULE = {
	condition: "unusual",
	metric: "sessions",
	direction: "any",
	window: "1h",
	for: 10,
	quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" },
	cooldownMinutes: 60,
	channelIds: [2],
};
const NUMBERS = { value: 12, expected: 148, threshold: 73, samples: 8 };
const EVENT = {
	eventId: 31,
	startedAt: "2026-11-02T09:30:00.000Z",
	endedAt: null,
	numbers: NUMBERS,
	sentences: ["Sessions are unusually low: 12 within an hour, 148 are usual at this time."],
};
const NAME = "Sessions are unusual";

/** Examples of alert rules and of what they did. */
export const ALERT_EXAMPLES: Readonly<Record<string, unknown>> = {
	alertId: 7,
	...Object.fromEntries(Object.entries(RULE).map(([name, value]) => [`AlertRule.${name}`, value])),
	"AlertRule.filters": ["is", "country", ["DE"]],
	"AlertRule.threshold": 5,
	"AlertRule.goalId": undefined,
	"AlertQuietHours.from": "22:00",
	"AlertQuietHours.to": "07:00",
	"AlertQuietHours.timeZone": "Europe/Berlin",
	...Object.fromEntries(
		["AlertCreation", "AlertUpdate", "Alert"].flatMap((shape) => [
			[`${shape}.rule`, RULE],
			[`${shape}.name`, NAME],
		]),
	),
	"AlertDryRunRequest.rule": RULE,
	"AlertDryRun.days": 90,
	"AlertDryRun.reason": undefined,
	"AlertDryRunFiring.start": "2026-10-12T14:00:00.000Z",
	"AlertDryRunFiring.end": "2026-10-12T20:00:00.000Z",
	"AlertDryRunFiring.value": 402,
	"AlertDryRunFiring.expected": 148,
	"Alert.state": "firing",
	"Alert.stateSince": "2026-11-02T09:30:00.000Z",
	"Alert.reason": null,
	"Alert.pausedUntil": null,
	"Alert.lastEvent": EVENT,
	"AlertPause.until": "2026-11-03T07:00:00.000Z",
	...Object.fromEntries(
		Object.entries(EVENT).map(([name, value]) => [`AlertEvent.${name}`, value]),
	),
	...Object.fromEntries(
		Object.entries(NUMBERS).map(([name, value]) => [`AlertNumbers.${name}`, value]),
	),
	"AlertNumbers.since": undefined,
	"AlertNumbers.errors": undefined,
};
