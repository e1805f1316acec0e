import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** The codes of the X protocol that are used here, with the extension XTEST, which simulates a mouse and a keyboard. */
const QUERY_EXTENSION = 98;
const GET_INPUT_FOCUS = 43;
const FAKE_INPUT = 2;
const INPUT = { keyDown: 2, keyUp: 3, buttonDown: 4, buttonUp: 5, motion: 6 } as const;
const REPLY_BYTES = 32;
/** Key codes of the standard layout. */
const CONTROL_KEY = 37;
const BUTTON = { left: 1, middle: 2, right: 3 } as const;

/** A mouse, and the modifier keys, as if moved by hand. */
export interface ScreenMouse {
	/** In pixels of the screen. */
	click: (
		x: number,
		y: number,
		button: keyof typeof BUTTON,
		isControlHeld: boolean,
	) => Promise<void>;
	close: () => void;
}

const createSocketReader = (socket: Socket) => {
	let received = Buffer.alloc(0);
	socket.on("data", (chunk) => {
		received = Buffer.concat([received, chunk]);
	});
	return async (bytes: number) => {
		while (received.length < bytes) await once(socket, "data");
		const part = received.subarray(0, bytes);
		received = received.subarray(bytes);
		return part;
	};
};

const greeting = () => {
	const bytes = Buffer.alloc(12);
	bytes.write("l");
	bytes.writeUInt16LE(11, 2);
	return bytes;
};

const question = (name: string) => {
	const bytes = Buffer.alloc(8 + Math.ceil(name.length / 4) * 4);
	bytes[0] = QUERY_EXTENSION;
	bytes.writeUInt16LE(bytes.length / 4, 2);
	bytes.writeUInt16LE(name.length, 4);
	bytes.write(name, 8);
	return bytes;
};

/** Connects to the mouse of a display such as `:7`. @throws Error when the display has no XTEST */
export const holdMouse = async (display: string): Promise<ScreenMouse> => {
	const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
	await once(socket, "connect");
	const read = createSocketReader(socket);

	socket.write(greeting());
	const head = await read(8);
	await read(4 * head.readUInt16LE(6));
	if (head[0] !== 1) throw new Error(`The display ${display} refuses connections`);

	socket.write(question("XTEST"));
	const [, , , , , , , , isThere, opcode = 0] = await read(REPLY_BYTES);
	if (!isThere) throw new Error(`The display ${display} has no XTEST`);

	const feign = (type: number, detail: number, x = 0, y = 0) => {
		const bytes = Buffer.alloc(36);
		bytes[0] = opcode;
		bytes[1] = FAKE_INPUT;
		bytes.writeUInt16LE(bytes.length / 4, 2);
		bytes[4] = type;
		bytes[5] = detail;
		bytes.writeInt16LE(Math.round(x), 24);
		bytes.writeInt16LE(Math.round(y), 26);
		socket.write(bytes);
	};
	/** A display replies in order, so a reply means that everything before it has been done. */
	const happened = async () => {
		socket.write(Buffer.from([GET_INPUT_FOCUS, 0, 1, 0]));
		await read(REPLY_BYTES);
	};

	return {
		click: async (x, y, button, isControlHeld) => {
			if (isControlHeld) feign(INPUT.keyDown, CONTROL_KEY);
			feign(INPUT.motion, 0, x, y);
			feign(INPUT.buttonDown, BUTTON[button]);
			feign(INPUT.buttonUp, BUTTON[button]);
			if (isControlHeld) feign(INPUT.keyUp, CONTROL_KEY);
			await happened();
		},
		close: () => socket.destroy(),
	};
};
