import { hasOptedOut, optOut } from "./browser/opt-out.ts";
import { withStorage } from "./browser/with-storage.ts";
import { clearUserId, identify } from "./core/calls.ts";
import { configOfTag, ownTag, siteIdOfTag } from "./core/config.ts";
import { addAttributePrefix } from "./core/element-attributes.ts";
import { configure, namespace, optIn, userId, whenStarted } from "./core/tracker.ts";
import { take, type WindowProperty } from "./core/window-property.ts";
import { installFullTag } from "./tag/install-full-tag.ts";
import { scriptApi } from "./tag/script-api.ts";

// For tags without a site in their address, as inserted by plugins for Rybbit. Unless the tag sets a namespace,
// Rybbit's names for calls, attributes and storage work as well as ours.

const OTHER = "rybbit";
const otherUserIdKey = `${OTHER}-user-id`;
const otherFlag = `disable-${OTHER}`;

/** Some plugins install a stub, and replay its calls themselves. */
type Page = Record<string, (WindowProperty & { readonly _isStub?: boolean }) | undefined>;

const page = window as unknown as Page;
const tag = ownTag();

/** Saves the user where plugins look for it, too. */
const keepUser = () =>
	whenStarted(() =>
		withStorage((storage) => {
			if (userId) storage[otherUserIdKey] = userId;
			else delete storage[otherUserIdKey];
		}),
	);

/** There are no feature flags, so pages get their fallback values. */
const noFlag = (_key: string, fallback?: unknown) => fallback;
const noFlags = () => ({});

const installBoth = () => {
	Object.assign(scriptApi, {
		flag: noFlag,
		flagPayload: noFlag,
		flags: noFlags,
		flagPayloads: noFlags,
	});
	configure(configOfTag(tag, siteIdOfTag(tag)));
	if (page["__RYBBIT_OPTOUT__"]) {
		take(scriptApi);
		return;
	}
	if (withStorage((storage) => storage[otherFlag]) != null) optOut();
	// A user identified with the previous tracker stays identified.
	withStorage((storage) => {
		const known = storage[otherUserIdKey];
		if (known && !hasOptedOut() && !("respectGpc" in tag.dataset && navigator.globalPrivacyControl))
			storage["footfall-user-id"] ||= known;
	});
	addAttributePrefix(OTHER);
	Object.assign(scriptApi, {
		identify: (...values: Parameters<typeof identify>) => {
			identify(...values);
			keepUser();
		},
		clearUserId: () => {
			clearUserId();
			keepUser();
		},
		optOut: () => {
			optOut();
			withStorage((storage) => delete storage[otherUserIdKey]);
		},
		optIn: () => {
			withStorage((storage) => delete storage[otherFlag]);
			optIn();
		},
	});
	installFullTag(tag, null);
};

/** Publishes the API under the other name too, unless another tracker is there. */
const answerToOther = () => {
	const found = page[OTHER];
	if (found?.pageview && !found.q && !found._isStub) return;
	const api = page[namespace] as unknown as Record<string, (...values: unknown[]) => void>;
	page[OTHER] = api;
	for (const [method, ...values] of found?.q ?? []) api[method]?.(...values);
};

if (tag.dataset["namespace"]) installFullTag(tag, null);
else {
	installBoth();
	answerToOther();
}
