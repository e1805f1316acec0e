import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { whenIdle } from "../../api/idle.ts";
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

const Place = (props: PictureProps) => {
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
	return <span class={css["place"]}>{Drawing && <Drawing {...props} />}</span>;
};

/** A decorative picture before the name of a value, of dimensions that have them; its place is kept from the start. */
export const ValuePicture = (props: PictureProps) =>
	PICTURED.test(props.field) ? <Place {...props} /> : null;
