import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useChannels } from "./alert-api.ts";

/** The names of channels, as a list in the viewer's language; "" for none. */
export const useChannelNames = (): ((ids: readonly number[]) => string) => {
	const { locale } = useWording();
	const { form: texts } = useAreaWords("alerts");
	const { data: channels } = useChannels();
	return (ids) =>
		new Intl.ListFormat(locale).format(
			ids.flatMap((id) => {
				const channel = channels?.find(({ channelId }) => channelId === id);
				if (channel) return channel.isOn ? channel.name : `${channel.name} (${texts.channelOff})`;
				// Until the list is there, nothing is said about it.
				return channels === undefined ? [] : texts.channelGone(String(id));
			}),
		);
};
