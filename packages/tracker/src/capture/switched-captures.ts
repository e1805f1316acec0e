import type { Settings } from "../core/config.ts";
import { attributeEvent } from "./attribute-event.ts";
import { buttonClick } from "./button-click.ts";
import { copiedText } from "./copied-text.ts";
import { engagement } from "./engagement.ts";
import { fileDownload } from "./file-download.ts";
import { formSubmit } from "./form-submit.ts";
import { initialPageview } from "./initial-pageview.ts";
import { inputChange } from "./input-change.ts";
import { navigationPageview } from "./navigation-pageview.ts";
import { outboundLink } from "./outbound-link.ts";
import { reportErrors } from "./uncaught-error.ts";

/** A capture and the setting that turns it on; without one it is always on. */
export type SwitchedCapture = readonly [
	capture: (settings: Settings) => void,
	setting?: keyof Settings,
];

/** Installs the captures that the settings turn on. */
export const installSwitched = (settings: Settings, captures: readonly SwitchedCapture[]): void => {
	for (const [capture, setting] of captures) if (!setting || settings[setting]) capture(settings);
};

/** All captures that need no further code. */
export const switchedCaptures: readonly SwitchedCapture[] = [
	[initialPageview, "trackInitialPageView"],
	[navigationPageview, "trackSpaNavigation"],
	[engagement],
	[outboundLink, "trackOutbound"],
	[attributeEvent],
	[fileDownload, "trackDownloads"],
	[buttonClick, "trackButtonClicks"],
	[copiedText, "trackCopy"],
	[formSubmit, "trackFormInteractions"],
	[inputChange, "trackFormInteractions"],
	[({ errorHosts }) => reportErrors(errorHosts), "trackErrors"],
];
