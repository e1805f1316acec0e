import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { whenIdle } from "../../api/idle.ts";
import { joined } from "../../ui/class-names.ts";
import css from "./value-picture.module.css";

/** The beginnings of their names are enough. */
const PICTURED = /^(country|region|city|browser|operating|device_t|referrer)/;

interface PictureProps {
	/** A dimension of the api. */
	field: string;
	value: string;
}

let Drawing: ComponentType<PictureProps> | undefined;

/** All pictures are one file, fetched after the first screen. */
const load = async () => {
	await whenIdle();
	Drawing = (await import("./picture-drawing.tsx")).PictureDrawing;
};

interface PlaceProps extends PictureProps {
	/** The name that the picture stands for; visible until there is a picture. */
	name?: ComponentChildren;
}

const Place = ({ name, ...props }: PlaceProps) => {
	const [, redraw] = useState({});
	useEffect(() => {
		let isHere = true;
		if (!Drawing)
			load().then(
				() => isHere && redraw({}),
				// The name says it all.
				() => {},
			);
		return () => {
			isHere = false;
		};
	}, []);
	return (
		<>
			<span class={css["place"]}>{Drawing && <Drawing {...props} />}</span>
			{name !== undefined && <span class={joined(Drawing && "vh")}>{name}</span>}
		</>
	);
};

/**
 * A decorative picture before the name of a value, of dimensions that have them; its place is kept from the start. With
 * a name it stands for it, where there is no room for both.
 */
export const ValuePicture = (props: PlaceProps) =>
	PICTURED.test(props.field) ? <Place {...props} /> : props.name;
