import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import css from "./player.module.css";
import type { Player } from "./use-player.ts";

interface ScreenProps {
	player: Player;
	/** Label of the recorded page for screen readers; its content is inert. */
	label: string;
}

/** A frame without scripts; see player.html. */
const FRAME = new URL("player.html", document.baseURI).href;

/** The recorded page, scaled to the available space. */
export const Screen = ({ player, label }: ScreenProps) => {
	const area = useRef<HTMLDivElement>(null);
	const frame = useRef<HTMLIFrameElement>(null);
	const [room, setRoom] = useState({ width: 0, height: 0 });
	const { size } = player;
	useEffect(() => {
		const element = area.current;
		if (!element) return undefined;
		const observer = new ResizeObserver(() =>
			setRoom({ width: element.clientWidth, height: element.clientHeight }),
		);
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	useLayoutEffect(() => {
		const wrapper = frame.current?.contentDocument?.querySelector<HTMLElement>(".replayer-wrapper");
		if (!wrapper || !size) return;
		const scale = Math.min(1, room.width / size.width, room.height / size.height);
		const left = (room.width - size.width * scale) / 2;
		const top = (room.height - size.height * scale) / 2;
		wrapper.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
	}, [room, size]);
	return (
		<div ref={area} class={css["screen"]} role="img" aria-label={label}>
			<iframe
				ref={frame}
				src={FRAME}
				sandbox="allow-same-origin"
				title={label}
				tabIndex={-1}
				inert
				aria-hidden="true"
				onLoad={({ currentTarget }) => {
					const body = currentTarget.contentDocument?.body;
					if (body) player.open(body);
				}}
			/>
		</div>
	);
};
