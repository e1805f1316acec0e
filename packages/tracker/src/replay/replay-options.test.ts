import { describe, expect, it } from "vitest";
import { replayOptionsOfTag } from "./replay-options.ts";

describe("the attributes of a tag", () => {
	it("configure the recording", () =>
		expect(
			replayOptionsOfTag({
				siteId: "1",
				replayBatchSize: "100",
				replayBatchInterval: "2000",
				replayMaskAllInputs: "false",
				replayMaskInputOptions: '{"email":true}',
				replayMaskTextClass: "masked",
				replayMaskTextSelectors: '[".price","#name"]',
				replayBlockClass: "blocked",
				replayBlockSelector: "video",
				replayIgnoreClass: "ignored",
				replayIgnoreSelector: "#search",
				replayCollectFonts: "",
				replaySampling: '{"scroll":500}',
				replaySlimDomOptions: '{"script":true}',
			}),
		).toEqual({
			batchSize: 100,
			batchIntervalMs: 2000,
			maskAllInputs: false,
			maskInputOptions: { email: true },
			maskTextClass: "masked",
			maskTextSelectors: [".price", "#name"],
			blockClass: "blocked",
			blockSelector: "video",
			ignoreClass: "ignored",
			ignoreSelector: "#search",
			collectFonts: true,
			sampling: { scroll: 500 },
			slimDomOptions: { script: true },
		}));

	it("are ignored if absent or not numbers", () =>
		expect(replayOptionsOfTag({ replayBatchSize: "many" })).toEqual({}));

	it("are rejected if the masking options are unreadable", () =>
		expect(() => replayOptionsOfTag({ replayMaskTextSelectors: ".price" })).toThrow(
			"footfall: data-replay-mask-text-selectors has to be JSON",
		));
});
