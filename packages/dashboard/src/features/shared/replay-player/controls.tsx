import { useAreaWords } from "../../../i18n/areas.ts";
import { Button } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/form/choice.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import { clockOf } from "../time/clock-of.ts";
import css from "./player.module.css";
import { PlayerIcon } from "./player-icon.tsx";
import { type Player, SPEEDS } from "./use-player.ts";

interface ControlsProps {
	player: Player;
	/** Seeks to the previous or next event; absent if there is none. */
	onBack: (() => void) | undefined;
	onForward: (() => void) | undefined;
	isFullScreen: boolean;
	/** Absent if the browser does not support full screen. */
	onFullScreen: (() => void) | undefined;
}

/** The buttons below the picture. */
export const Controls = ({
	player,
	onBack,
	onForward,
	isFullScreen,
	onFullScreen,
}: ControlsProps) => {
	const { player: words } = useAreaWords("people");
	const { at, length, isPlaying, isOver, speed, skipsPauses } = player;
	return (
		<div class={css["controls"]}>
			<Button
				kind="main"
				isIcon
				aria-label={isPlaying ? words.pause : isOver ? words.again : words.play}
				onClick={() => (isPlaying ? player.pause() : player.play())}
			>
				<PlayerIcon name={isPlaying ? "pause" : isOver ? "again" : "play"} />
			</Button>
			<Button kind="quiet" isIcon aria-label={words.back} disabled={!onBack} onClick={onBack}>
				<PlayerIcon name="back" />
			</Button>
			<Button
				kind="quiet"
				isIcon
				aria-label={words.forward}
				disabled={!onForward}
				onClick={onForward}
			>
				<PlayerIcon name="forward" />
			</Button>
			<span class={css["clock"]}>
				{clockOf(at / 1000)} <span class="mut">/ {clockOf(length / 1000)}</span>
			</span>
			<span class={css["choices"]}>
				<Switch label={words.skip} isOn={skipsPauses} onChange={player.setSkipsPauses} />
				<SelectField
					isBare
					label={words.speed}
					value={speed}
					choices={SPEEDS.map((one) => [one, words.times(one)])}
					onChoose={player.setSpeed}
				/>
				{onFullScreen && (
					<Button
						kind="quiet"
						isIcon
						aria-label={isFullScreen ? words.leaveFullScreen : words.fullScreen}
						onClick={onFullScreen}
					>
						<PlayerIcon name={isFullScreen ? "shrink" : "grow"} />
					</Button>
				)}
			</span>
		</div>
	);
};
