import type { Channel, ChannelKind, NewChannel } from "./channel-api.ts";

export const KINDS: readonly ChannelKind[] = [
	...(["mail", "slack", "discord", "teams", "telegram", "ntfy", "webhook"] as const),
];

export type Field = "address" | "url" | "chatId" | "token" | "server" | "topic";

/** The fields of each kind, in the order of its form. */
export const FIELDS: Readonly<Record<ChannelKind, readonly Field[]>> = {
	mail: ["address"],
	slack: ["url"],
	discord: ["url"],
	teams: ["url"],
	telegram: ["token", "chatId"],
	ntfy: ["server", "topic", "token"],
	webhook: ["url"],
};

/** What the form of a channel holds. */
export interface Draft {
	name: string;
	kind: ChannelKind;
	fields: Readonly<Partial<Record<Field, string>>>;
}

export const NEW_DRAFT: Draft = {
	name: "",
	kind: "mail",
	fields: { server: "https://ntfy.sh" },
};

const shownFields = ({ target }: Channel): Draft["fields"] => {
	switch (target.kind) {
		case "mail":
			return { address: target.address };
		case "telegram":
			return { chatId: target.chatId };
		case "ntfy":
			return { server: target.server, topic: target.topic };
		default:
			return {};
	}
};

/** The draft of an existing channel, whose secrets are unknown here. */
export const draftOf = (channel: Channel): Draft => ({
	name: channel.name,
	kind: channel.kind,
	fields: shownFields(channel),
});

const textOf = ({ fields }: Draft, field: Field): string => fields[field]?.trim() ?? "";

/** Fields that are needed and empty; a token of ntfy is not needed. */
export const missingFields = (draft: Draft): Field[] =>
	FIELDS[draft.kind].filter(
		(field) => textOf(draft, field) === "" && !(draft.kind === "ntfy" && field === "token"),
	);

/** Whether an existing channel's target is left as it is: what is secret is empty, and the rest is unchanged. */
export const isTargetKept = (draft: Draft, channel: Channel): boolean => {
	const before = draftOf(channel);
	return FIELDS[draft.kind].every((field) => textOf(draft, field) === textOf(before, field));
};

/** The target, as the API expects it. */
export const targetOf = (draft: Draft): NewChannel["target"] => {
	const { kind } = draft;
	const value = (field: Field) => textOf(draft, field);
	switch (kind) {
		case "mail":
			return { kind, address: value("address") };
		case "telegram":
			return { kind, token: value("token"), chatId: value("chatId") };
		case "ntfy": {
			const token = value("token");
			const target = { kind, server: value("server"), topic: value("topic") };
			return token === "" ? target : { ...target, token };
		}
		default:
			return { kind, url: value("url") };
	}
};
