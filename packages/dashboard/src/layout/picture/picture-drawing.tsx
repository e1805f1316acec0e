import { joined } from "../../ui/class-names.ts";
import css from "./picture-drawing.module.css";
import { pictureOf } from "./picture-of.ts";

/** The drawing of a value's picture. Values only choose a drawing: none of them becomes markup. */
export const PictureDrawing = ({ field, value }: { field: string; value: string }) => {
	const picture = pictureOf(field, value);
	if (picture.look === "code")
		return (
			<svg class={joined(css["picture"], css["code"])} viewBox="0 0 16 16" aria-hidden="true">
				<rect x="0.5" y="2.5" width="15" height="11" rx="1.5" />
				<text x="8" y="11">
					{picture.code}
				</text>
			</svg>
		);
	if (picture.look === "flag")
		return (
			<svg class={css["picture"]} viewBox="0 0 16 16" aria-hidden="true">
				{picture.shapes.map(({ d, fill }) => (
					<path key={d} d={d} fill={fill} />
				))}
				<path class={css["edge"]} d="M.5 2.5h15v11H.5z" />
			</svg>
		);
	const { look, grid, d } = picture;
	return (
		<svg
			class={joined(css["picture"], css[look])}
			viewBox={`0 0 ${grid} ${grid}`}
			aria-hidden="true"
		>
			<path d={d} />
		</svg>
	);
};
