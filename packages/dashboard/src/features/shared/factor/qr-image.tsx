import { useMemo } from "preact/hooks";
import css from "./factor.module.css";
import { qrCode } from "./qr-code.ts";

const QUIET_ZONE = 4;

/** A text as a QR code, dark on light also in the dark theme, as cameras expect it. */
export const QrImage = ({ text, label }: { text: string; label: string }) => {
	const { path, size } = useMemo(() => {
		const rows = qrCode(text);
		const dark = rows.flatMap((row, y) =>
			row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
		);
		return { path: dark.join(""), size: rows.length + 2 * QUIET_ZONE };
	}, [text]);
	return (
		<svg
			class={css["code"]}
			role="img"
			aria-label={label}
			viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
			shape-rendering="crispEdges"
		>
			<rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
};
