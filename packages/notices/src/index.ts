export {
	CHANNEL_KINDS,
	type ChannelKind,
	type ChannelSecret,
	ChannelTarget,
} from "./channels/channel.ts";
export { Notice } from "./notice.ts";
