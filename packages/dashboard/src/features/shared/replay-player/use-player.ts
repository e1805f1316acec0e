import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { markMaskedFields } from "./masked-fields.ts";
import { afterIdle, type IdleSpan, idleSpansOf, lengthOf } from "./replay-time.ts";
import type { Replayer } from "./replayer.ts";
import { UNSEEN_STYLES } from "./unseen-styles.ts";
import type { LoadedRecording } from "./use-recording.ts";

export const SPEEDS = ["0.5", "1", "2", "4", "8"] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Player {
	/** In ms from the beginning. */
	at: number;
	length: number;
	pauses: readonly IdleSpan[];
	isPlaying: boolean;
	isOver: boolean;
	/** The events do not form a picture. */
	isBroken: boolean;
	speed: Speed;
	skipsPauses: boolean;
	/** Size of the recorded window, in its pixels. */
	size: { width: number; height: number } | undefined;
	play(): void;
	pause(): void;
	seek(at: number): void;
	setSpeed(speed: Speed): void;
	setSkipsPauses(skips: boolean): void;
	/** Sets the body of the frame's document once it exists. */
	open(root: HTMLElement): void;
}

/** How often the position is updated, in ms. */
const TOLD_EVERY = 100;

/**
 * Plays a recording in a document that is provided later.
 * @param start initial position, in ms
 */
export const usePlayer = ({ events, createReplayer }: LoadedRecording, start: number): Player => {
	const length = useMemo(() => lengthOf(events), [events]);
	const pauses = useMemo(() => idleSpansOf(events), [events]);
	const replayer = useRef<Replayer | undefined>(undefined);
	const [root, setRoot] = useState<HTMLElement>();
	const [at, setAt] = useState(0);
	const [isPlaying, setIsPlaying] = useState(false);
	const [isBroken, setIsBroken] = useState(false);
	const [speed, setSpeed] = useState<Speed>("1");
	const [skipsPauses, setSkipsPauses] = useState(true);
	const [size, setSize] = useState<Player["size"]>();

	const attempt = (work: (player: Replayer) => void) => {
		try {
			if (replayer.current) work(replayer.current);
		} catch {
			// Hostile events can break the replayer, but must not break the page around it.
			setIsBroken(true);
			setIsPlaying(false);
		}
	};
	const goTo = (to: number, plays: boolean) => {
		const within = Math.max(0, Math.min(length, to));
		setAt(within);
		attempt((player) => (plays ? player.play(within) : player.pause(within)));
		setIsPlaying(plays);
	};

	useEffect(() => {
		if (!root) return undefined;
		try {
			const made = createReplayer(events, root, UNSEEN_STYLES);
			replayer.current = made;
			made.on("resize", (given) => setSize(given as Player["size"]));
			made.on("finish", () => {
				setIsPlaying(false);
				setAt(length);
			});
		} catch {
			setIsBroken(true);
			return undefined;
		}
		goTo(start, true);
		return () => {
			try {
				replayer.current?.destroy();
			} catch {
				// Its frame has already been removed.
			}
			replayer.current = undefined;
		};
	}, [events, root]);

	useEffect(() => {
		attempt((player) => player.setConfig({ speed: Number(speed) }));
	}, [speed, root]);

	useEffect(() => {
		const tell = () => {
			const page = replayer.current?.iframe.contentDocument;
			if (page) markMaskedFields(page);
		};
		tell();
		if (!isPlaying) return undefined;
		const timer = setInterval(() => {
			const now = replayer.current?.getCurrentTime() ?? 0;
			const next = skipsPauses ? afterIdle(pauses, now) : undefined;
			if (next !== undefined && next < length) goTo(next, true);
			else setAt(Math.min(now, length));
			tell();
		}, TOLD_EVERY);
		return () => clearInterval(timer);
	}, [isPlaying, skipsPauses, pauses, length]);

	const isOver = !isPlaying && at >= length;
	return {
		at,
		length,
		pauses,
		isPlaying,
		isOver,
		isBroken,
		speed,
		skipsPauses,
		size,
		play: () => goTo(isOver ? 0 : at, true),
		pause: () => {
			attempt((player) => player.pause());
			setIsPlaying(false);
		},
		seek: (to) => goTo(to, isPlaying),
		setSpeed,
		setSkipsPauses,
		open: setRoot,
	};
};
